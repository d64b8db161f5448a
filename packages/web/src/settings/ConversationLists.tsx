import { useStore } from '@nanostores/react'
import { TopicList } from '../page/topics/TopicList.tsx'
import { useSession } from '../session/context.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { i18n } from '../ui/language.ts'
import { blockList, channelList, chatList } from './en.ts'

const messages = i18n('chat-list', chatList)

/** The chats of the account, to delete them. */
export function ChatList() {
  const t = useStore(messages)
  const session = useSession()
  const chats = useStore(session.chat.$all)
  return (
    <TopicList
      title={t.title}
      lead={t.lead}
      empty={t.empty}
      items={chats.map(({ iden, with: other }) => {
        const email = other?.email ?? ''
        // The target lists know contacts' names.
        const name = session.target.find('people', email)?.name || other?.name || email
        return {
          key: iden,
          name,
          picture: <Avatar name={name} seed={other?.email_normalized ?? email} image={other?.image_url} />,
          ...(name !== email && { line: email }),
        }
      })}
      onRemove={session.chat.remove}
      words={{ removed: (name) => t.removed({ name }) }}
    />
  )
}

const blockWords = i18n('block-list', blockList)

/** The blocked people, to unblock them. */
export function BlockList() {
  const t = useStore(blockWords)
  const session = useSession()
  const blocks = useStore(session.block.$all)
  return (
    <TopicList
      title={t.title}
      lead={t.lead}
      empty={t.empty}
      items={blocks.map(({ iden, user }) => {
        const email = user?.email ?? ''
        const name = user?.name || email
        return {
          key: iden,
          name,
          picture: <Avatar name={name} seed={user?.email_normalized ?? email} image={user?.image_url} />,
          ...(user?.name && { line: email }),
        }
      })}
      onRemove={session.block.remove}
      words={{ removed: (name) => t.unblocked({ name }) }}
    />
  )
}

const channelWords = i18n('channel-list', channelList)

/** The channels of the account, to delete them. */
export function ChannelList() {
  const t = useStore(channelWords)
  const session = useSession()
  const channels = useStore(session.channel.$all)
  return (
    <TopicList
      title={t.title}
      lead={t.lead}
      empty={t.empty}
      items={channels.map(({ iden, name, tag, image_url }) => ({
        key: iden,
        name: name || tag || '',
        picture: <Avatar name={name || tag || ''} seed={tag ?? iden} image={image_url} />,
        ...(tag && { line: t.tag({ tag }) }),
      }))}
      onRemove={session.channel.remove}
    />
  )
}
