// Says why something was not done on a phone, and what can be done about it.

import { i18n } from '../ui/language.ts'
import { phoneActTrouble, phoneReplyTrouble } from './en.ts'

/** Of a reply, which is still in its field. */
export const replyTrouble = i18n('phone-reply-trouble', phoneReplyTrouble)

/** Of a button, or of dismissing. */
export const actTrouble = i18n('phone-act-trouble', phoneActTrouble)
