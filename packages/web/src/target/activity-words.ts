import { i18n } from '../ui/language.ts'
import { activity } from './en.ts'

/** A person's activity, in words. */
export const activityWords = i18n('activity', activity)
