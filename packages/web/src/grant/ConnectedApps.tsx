// Lists the grants of the account in the settings, with a button that deletes each.

import { useStore } from '@nanostores/react'
import { rightsOf } from '../format/scopes.ts'
import topic from '../page/topics/Topic.module.css'
import { Topic } from '../page/topics/Topic.tsx'
import { useSession } from '../session/context.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { i18n, params } from '../ui/language.ts'
import { RemovableList } from '../ui/lists/RemovableList.tsx'

const messages = i18n('connected-apps', {
  title: 'Connected Apps',
  lead: 'These apps may act for you. An app that you delete from this list loses its access at once.',
  empty: 'No app is connected.',
  disconnected: params('{name} is disconnected.'),
})

/** The approved apps. */
export function ConnectedApps() {
  const t = useStore(messages)
  const session = useSession()
  const grants = useStore(session.grant.$all)
  return (
    <Topic title={t.title} lead={t.lead}>
      <RemovableList
        items={grants.map(({ iden, client: app, scopes }) => ({
          key: iden,
          name: app?.name ?? '',
          picture: <Avatar name={app?.name ?? ''} seed={app?.iden ?? iden} image={app?.image_url} />,
          line: [app?.website_url, rightsOf(scopes ?? ['everything']).join(', ')].filter(Boolean).join(' · '),
        }))}
        onRemove={session.grant.remove}
        words={{ removed: (name) => t.disconnected({ name }) }}
        empty={<p className={topic.lead}>{t.empty}</p>}
      />
    </Topic>
  )
}
