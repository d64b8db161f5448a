// Draws the administration of the server, with a tab for each topic.

import { useStore } from '@nanostores/react'
import { ShieldOff } from 'lucide-react'
import { TabbedPane } from '../page/topics/TabbedPane.tsx'
import { hrefOf } from '../route.ts'
import { useSession } from '../session/context.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { ButtonLink } from '../ui/inputs/Button.tsx'
import { i18n } from '../ui/language.ts'
import { EmptyState } from '../ui/lists/EmptyState.tsx'
import { type AdminScreenProps, adminTabs } from './tabs.tsx'

const messages = i18n('admin', {
  title: 'Administration',
  tabs: 'Administration, by topic',
  refused: 'Only administrators of this server can open this.',
  home: 'Back to your pushes',
})

/** `#admin/{tab}`: the administration of the server, for administrators. An unknown tab is the first one. */
export function Admin({ item, onSupport }: AdminScreenProps) {
  const t = useStore(messages)
  const session = useSession()
  const account = useStore(session.$account)
  if (account && !account.admin) {
    return (
      <EmptyState
        level="h1"
        picture={<Avatar name="" seed="admin" glyph={<ShieldOff />} size={64} />}
        title={t.refused}
        action={<ButtonLink href={hrefOf('people', 'me')}>{t.home}</ButtonLink>}
      />
    )
  }
  const [named, ...rest] = item?.split('/') ?? []
  const props = { item: rest.join('/') || undefined, onSupport }
  const tabs = adminTabs().map((tab) => ({ ...tab, screen: () => tab.screen(props) }))
  const current = named && (tabs.find(({ key }) => key === named) ?? tabs[0])?.key
  return <TabbedPane section="admin" title={t.title} label={t.tabs} tabs={tabs} current={current} wide />
}
