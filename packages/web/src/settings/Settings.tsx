import { useStore } from '@nanostores/react'
import {
  AppWindow,
  Ban,
  Bell,
  CircleUser,
  History,
  Lock,
  MessagesSquare,
  MonitorSmartphone,
  Palette,
  Radio,
  SquareTerminal,
  UserPlus,
  Webhook,
} from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { settingsNames } from '../page/shell/settings-names.ts'
import { SideTabList, SideTabPanel } from '../page/topics/SideTabs.tsx'
import { type SettingsTab, settingsTabOf, settingsTabs } from '../route.ts'
import { useSession } from '../session/context.ts'
import { AccountTab } from './AccountTab.tsx'
import { AppearanceTab } from './AppearanceTab.tsx'
import { ClientsTab } from './ClientsTab.tsx'
import { BlockList, ChannelList, ChatList } from './ConversationLists.tsx'
import { DeviceList } from './DeviceList.tsx'
import { EncryptionTab } from './EncryptionTab.tsx'
import { HistoryTab } from './HistoryTab.tsx'
import { NotificationsTab } from './NotificationsTab.tsx'
import { OutgoingWebhooks } from './OutgoingWebhooks.tsx'

const icons = {
  account: CircleUser,
  appearance: Palette,
  notifications: Bell,
  history: History,
  devices: MonitorSmartphone,
  invite: UserPlus,
  people: MessagesSquare,
  blocks: Ban,
  channels: Radio,
  apps: AppWindow,
  clients: SquareTerminal,
  webhooks: Webhook,
  encryption: Lock,
}

/** The topics of the settings. */
export function SettingsSidebar({ item }: { item: string | undefined }) {
  const t = useStore(settingsNames)
  const current = item === undefined ? undefined : settingsTabOf(item)
  const tabs = useShownTabs(current)
  return (
    <SideTabList
      section="settings"
      label={t.tabs}
      tabs={tabs.map((key) => ({ key, label: t[key], Icon: icons[key] }))}
      current={current}
    />
  )
}

interface SettingsProps {
  /** The tab named by the address. */
  item: string | undefined
  apps: ReactNode
  invite: ReactNode
  onSignOut: () => void
}

/** `#settings/{tab}`: a topic of the settings. */
export function SettingsMain({ item, apps, invite, onSignOut }: SettingsProps) {
  const t = useStore(settingsNames)
  const session = useSession()
  const current = settingsTabOf(item ?? '')
  // Some of the lists show which devices are online.
  useEffect(() => session.pinger.ping(), [session])

  const panels: Record<SettingsTab, () => ReactNode> = {
    account: () => <AccountTab onSignOut={onSignOut} />,
    appearance: () => <AppearanceTab />,
    notifications: () => <NotificationsTab />,
    history: () => <HistoryTab />,
    devices: () => <DeviceList />,
    invite: () => invite,
    people: () => <ChatList />,
    blocks: () => <BlockList />,
    channels: () => <ChannelList />,
    apps: () => apps,
    clients: () => <ClientsTab item={item?.split('/')[1] ?? ''} />,
    webhooks: () => <OutgoingWebhooks />,
    encryption: () => <EncryptionTab />,
  }

  return (
    <SideTabPanel section="settings" tab={{ key: current, label: t[current] }}>
      {panels[current]()}
    </SideTabPanel>
  )
}

/** Tabs of rarely used lists are only shown if the list has items or the tab is open. */
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
