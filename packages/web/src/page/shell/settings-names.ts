import { i18n } from '../../ui/language.ts'
import { settings } from './en.ts'

/** The names of the tabs of the settings. */
export const settingsNames = i18n('settings', settings)
