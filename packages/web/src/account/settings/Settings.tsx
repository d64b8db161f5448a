// Draws the settings, with a tab for each topic.

import { useStore } from '@nanostores/react'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, Suspense, useEffect } from 'react'
import { $oneColumn } from '../../browser/media.ts'
import { PaneHeader } from '../../page/shell/PaneHeader.tsx'
import { PaneTitle } from '../../page/shell/PaneTitle.tsx'
import { hrefOf, open, type SettingsTab, settingsTabOf, settingsTabs } from '../../route.ts'
import { useSession } from '../../session/context.ts'
import { Spinner } from '../../ui/inputs/Spinner.tsx'
import { Tabs } from '../../ui/inputs/Tabs.tsx'
import { i18n } from '../../ui/language.ts'
import { AccountTab } from './AccountTab.tsx'
import { BlockList } from './BlockList.tsx'
import { ChannelList } from './ChannelList.tsx'
import { ChatList } from './ChatList.tsx'
import { ClientsTab } from './ClientsTab.tsx'
import { DeviceList } from './DeviceList.tsx'
import { EncryptionTab } from './EncryptionTab.tsx'
import { HistoryTab } from './HistoryTab.tsx'
import styles from './Settings.module.css'

const tabWords = i18n('settings', {
  title: 'Settings',
  tabs: 'Settings, by topic',
  account: 'Account',
  history: 'Push History',
  devices: 'Devices',
  invite: 'Invite',
  people: 'Conversations',
  blocks: 'Blocked People',
  channels: 'Channels',
  apps: 'Connected Apps',
  clients: 'Clients',
  encryption: 'Encryption',
})

interface SettingsProps {
  /** The tab that the address names; without it, a narrow page lists all tabs. */
  item: string | undefined
  /** The list of connected apps. */
  apps: ReactNode
  /** The invitation form. */
  invite: ReactNode
  /** Signs out. */
  onSignOut: () => void
}

/** `#settings/{tab}`: everything about the account, a tab for each topic. */
export function Settings({ item, apps, invite, onSignOut }: SettingsProps) {
  const t = useStore(tabWords)
  const session = useSession()
  const narrow = useStore($oneColumn)
  const current = item === undefined ? undefined : settingsTabOf(item)
  const tabs = useShownTabs(current)
  // Some of the lists show which devices are online.
  useEffect(() => session.pinger.ping(), [session])

  const panels: Record<SettingsTab, () => ReactNode> = {
    account: () => <AccountTab onSignOut={onSignOut} />,
    history: () => <HistoryTab />,
    devices: () => <DeviceList />,
    invite: () => invite,
    people: () => <ChatList />,
    blocks: () => <BlockList />,
    channels: () => <ChannelList />,
    apps: () => apps,
    clients: () => <ClientsTab item={item?.split('/')[1] ?? ''} />,
    encryption: () => <EncryptionTab />,
  }

  if (narrow && current === undefined)
    return (
      <nav aria-label={t.tabs} className={styles.drill}>
        <ul>
          {tabs.map((tab) => (
            <li key={tab}>
              <a href={hrefOf('settings', tab)} className={styles.drillLink}>
                {t[tab]}
                <ChevronRight size={20} aria-hidden="true" />
              </a>
            </li>
          ))}
        </ul>
      </nav>
    )
  if (current === undefined) return null
  return (
    <div className={styles.pane}>
      {narrow ? (
        <PaneHeader section="settings">
          <PaneTitle>{t[current]}</PaneTitle>
        </PaneHeader>
      ) : (
        <header className={styles.header}>
          <h1 className={styles.title} tabIndex={-1} data-title="">
            {t.title}
          </h1>
        </header>
      )}
      <Tabs
        label={t.tabs}
        tabs={tabs.map((tab) => ({ key: tab, label: t[tab] }))}
        current={current}
        onSelect={(tab, by) => open('settings', tab, { replace: by === 'keys' })}
        alone={narrow}
      >
        <div key={current} className={styles.body}>
          <Suspense fallback={<Spinner label={t[current]} />}>{panels[current]()}</Suspense>
        </div>
      </Tabs>
    </div>
  )
}

/** Tabs of rarely used lists are shown only if the list has items or is open. */
function useShownTabs(current: SettingsTab | undefined): SettingsTab[] {
  const session = useSession()
  const filled: Partial<Record<SettingsTab, boolean>> = {
    blocks: useStore(session.block.$all).length > 0,
    channels: useStore(session.channel.$all).length > 0,
    apps: useStore(session.grant.$all).length > 0,
    clients: useStore(session.oauthClient.$all).length > 0,
  }
  return settingsTabs.filter((tab) => tab === current || (filled[tab] ?? true))
}
