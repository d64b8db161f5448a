// Lists the channels of the account in the settings, with a button that deletes each.

import { useStore } from '@nanostores/react'
import topic from '../../page/topics/Topic.module.css'
import { Topic } from '../../page/topics/Topic.tsx'
import { useSession } from '../../session/context.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { i18n, params } from '../../ui/language.ts'
import { RemovableList } from '../../ui/lists/RemovableList.tsx'

const messages = i18n('channel-list', {
  title: 'Channels',
  lead: 'A channel that is deleted is gone for everybody who follows it.',
  empty: 'You have no channels.',
  tag: params('@{tag}'),
})

/** The channels of the account. */
export function ChannelList() {
  const t = useStore(messages)
  const session = useSession()
  const channels = useStore(session.channel.$all)
  return (
    <Topic title={t.title} lead={t.lead}>
      <RemovableList
        items={channels.map(({ iden, name, tag, image_url }) => ({
          key: iden,
          name: name || tag || '',
          picture: <Avatar name={name || tag || ''} seed={tag ?? iden} image={image_url} />,
          ...(tag && { line: t.tag({ tag }) }),
        }))}
        onRemove={session.channel.remove}
        empty={<p className={topic.lead}>{t.empty}</p>}
      />
    </Topic>
  )
}
