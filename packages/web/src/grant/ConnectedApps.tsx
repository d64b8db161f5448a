import { useStore } from '@nanostores/react'
import { rightsOf } from '../format/scopes.ts'
import { TopicList } from '../page/topics/TopicList.tsx'
import { useSession } from '../session/context.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { i18n } from '../ui/language.ts'
import { connectedApps } from './en.ts'

const messages = i18n('connected-apps', connectedApps)

/** The approved apps, with a button to revoke their access. */
export function ConnectedApps() {
  const t = useStore(messages)
  const session = useSession()
  const grants = useStore(session.grant.$all)
  return (
    <TopicList
      title={t.title}
      lead={t.lead}
      empty={t.empty}
      items={grants.map(({ iden, client: app, scopes }) => ({
        key: iden,
        name: app?.name ?? '',
        picture: <Avatar name={app?.name ?? ''} seed={app?.iden ?? iden} image={app?.image_url} />,
        line: [app?.website_url, rightsOf(scopes ?? ['everything']).join(', ')].filter(Boolean).join(' · '),
      }))}
      onRemove={session.grant.remove}
      words={{ removed: (name) => t.disconnected({ name }) }}
    />
  )
}
