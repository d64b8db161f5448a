import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { TabbedPane } from '../page/topics/TabbedPane.tsx'
import { hrefOf } from '../route.ts'
import { useSession } from '../session/context.ts'
import { ButtonLink } from '../ui/inputs/Button.tsx'
import { i18n } from '../ui/language.ts'
import { lazily } from '../ui/lazily.tsx'
import { EmptyState } from '../ui/lists/EmptyState.tsx'
import { adminTabsWords, adminWords } from './en.ts'

const messages = i18n('admin', adminWords)

/** `#admin/{tab}`: the administration of the server, for administrators. An unknown tab is the first one. */
export function Admin({ item }: AdminScreenProps) {
  const t = useStore(messages)
  const session = useSession()
  const account = useStore(session.$account)
  if (account && !account.admin) {
    return (
      <EmptyState
        level="h1"
        drawing="signpost"
        title={t.refused}
        action={<ButtonLink href={hrefOf('people', 'me')}>{t.home}</ButtonLink>}
      />
    )
  }
  const [named, ...rest] = item?.split('/') ?? []
  const props = { item: rest.join('/') || undefined }
  const tabs = adminTabs().map((tab) => ({ ...tab, screen: () => tab.screen(props) }))
  const current = named && (tabs.find(({ key }) => key === named) ?? tabs[0])?.key
  return <TabbedPane section="admin" title={t.title} label={t.tabs} tabs={tabs} current={current} wide />
}

const People = lazily(() => import('./People.tsx').then((module) => module.People))
const AuditLog = lazily(() => import('./AuditLog.tsx').then((module) => module.AuditLog))
const InvitationsTab = lazily(() => import('./Invitations.tsx').then((module) => module.Invitations))
const BackupsTab = lazily(() => import('./operation/BackupsTab.tsx').then((module) => module.BackupsTab))
const JobsTab = lazily(() => import('./operation/JobsTab.tsx').then((module) => module.JobsTab))
const MailTab = lazily(() => import('./operation/MailTab.tsx').then((module) => module.MailTab))
const ServerTab = lazily(() => import('./operation/ServerTab.tsx').then((module) => module.ServerTab))
const StorageTab = lazily(() => import('./operation/StorageTab.tsx').then((module) => module.StorageTab))
const SupportTab = lazily(() => import('./operation/SupportTab.tsx').then((module) => module.SupportTab))

const tabNames = i18n('admin-tabs', adminTabsWords)

interface AdminScreenProps {
  /** The item within the tab that the address names, e.g. the iden of a person. */
  item: string | undefined
}

interface AdminTab {
  /** Its place in the address: `#admin/<key>`. */
  key: string
  label: string
  screen: (props: AdminScreenProps) => ReactNode
}

/** A screen is loaded when its tab is first opened. */
function adminTabs(): AdminTab[] {
  const t = tabNames.get()
  return [
    { key: 'people', label: t.people, screen: ({ item }) => <People item={item} /> },
    { key: 'invitations', label: t.invitations, screen: () => <InvitationsTab /> },
    { key: 'server', label: t.server, screen: () => <ServerTab /> },
    { key: 'storage', label: t.storage, screen: () => <StorageTab /> },
    { key: 'mail', label: t.mail, screen: () => <MailTab /> },
    { key: 'jobs', label: t.jobs, screen: () => <JobsTab /> },
    { key: 'support', label: t.support, screen: () => <SupportTab /> },
    { key: 'backups', label: t.backups, screen: () => <BackupsTab /> },
    { key: 'audit', label: t.audit, screen: () => <AuditLog /> },
  ]
}
