import { i18n } from '../ui/language.ts'

/** What a person does, in words. */
export const activityWords = i18n('activity', { online: 'Online', typing: 'typing…' })
