// Lists the blocked people in the settings, with a button that unblocks each.

import { useStore } from '@nanostores/react'
import topic from '../../page/topics/Topic.module.css'
import { Topic } from '../../page/topics/Topic.tsx'
import { useSession } from '../../session/context.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { i18n, params } from '../../ui/language.ts'
import { RemovableList } from '../../ui/lists/RemovableList.tsx'

const messages = i18n('block-list', {
  title: 'Blocked People',
  lead: 'Nothing from them reaches you. People you remove from this list can write to you again.',
  empty: 'You have not blocked anyone.',
  unblocked: params('{name} unblocked'),
})

/** The blocked people. */
export function BlockList() {
  const t = useStore(messages)
  const session = useSession()
  const blocks = useStore(session.block.$all)
  return (
    <Topic title={t.title} lead={t.lead}>
      <RemovableList
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
        empty={<p className={topic.lead}>{t.empty}</p>}
      />
    </Topic>
  )
}
