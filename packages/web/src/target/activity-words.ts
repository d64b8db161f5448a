import { i18n } from '../ui/language.ts'
import { activity } from './en.ts'

/** What a person does, in words. */
export const activityWords = i18n('activity', activity)
