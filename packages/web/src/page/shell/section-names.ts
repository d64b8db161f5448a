import { i18n } from '../../ui/language.ts'

/** The names of the main page's sections. */
export const sectionNames = i18n('sections', {
  label: 'Sections',
  setup: 'Setup',
  people: 'People',
  devices: 'Devices',
  following: 'Following',
  sms: 'Texting',
  remotefiles: 'Remote Files',
  settings: 'Settings',
  admin: 'Administration',
})
