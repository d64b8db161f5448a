import { i18n } from '../../ui/language.ts'

/** The names of the tabs of the settings. */
export const settingsNames = i18n('settings', {
  title: 'Settings',
  tabs: 'Settings, by topic',
  account: 'Account',
  appearance: 'Appearance',
  notifications: 'Notifications',
  history: 'Push History',
  devices: 'Devices',
  invite: 'Invite',
  people: 'Conversations',
  blocks: 'Blocked People',
  channels: 'Channels',
  apps: 'Connected Apps',
  clients: 'Clients',
  webhooks: 'Webhooks',
  encryption: 'Encryption',
})
