import { i18n } from '../ui/language.ts'
import { setupHows, setupLeads, setupNames } from './en.ts'

/** The names of the checklist's steps. */
export const stepNames = i18n('setup-names', setupNames)

/** Why to do a step, in one sentence. */
export const stepLeads = i18n('setup-leads', setupLeads)

/** How to do a step. */
export const stepHows = i18n('setup-hows', setupHows)
