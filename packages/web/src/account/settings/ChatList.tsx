// Lists the chats of the account in the settings, with a button that deletes each.

import { useStore } from '@nanostores/react'
import topic from '../../page/topics/Topic.module.css'
import { Topic } from '../../page/topics/Topic.tsx'
import { useSession } from '../../session/context.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { i18n, params } from '../../ui/language.ts'
import { RemovableList } from '../../ui/lists/RemovableList.tsx'

const messages = i18n('chat-list', {
  title: 'Conversations',
  lead: 'A deleted conversation leaves your list and comes back with the next message. Its messages stay.',
  empty: 'No conversations yet.',
  removed: params('Your conversation with {name} is removed from the list.'),
})

/** The chats of the account. */
export function ChatList() {
  const t = useStore(messages)
  const session = useSession()
  const chats = useStore(session.chat.$all)
  return (
    <Topic title={t.title} lead={t.lead}>
      <RemovableList
        items={chats.map(({ iden, with: other }) => {
          const email = other?.email ?? ''
          // The target lists know the names of contacts.
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
        empty={<p className={topic.lead}>{t.empty}</p>}
      />
    </Topic>
  )
}
