import { i18n } from '../ui/language.ts'

/** What the sections of the main page are called, also those that do not exist yet. */
export const sectionNames = i18n('sections', {
  label: 'Sections',
  setup: 'Setup',
  people: 'People',
  devices: 'Devices',
  following: 'Following',
  sms: 'Texting',
  remotefiles: 'Remote Files',
  settings: 'Settings',
})
