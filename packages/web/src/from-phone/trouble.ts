// Says why something failed on a phone, and what can be done about it.

import { i18n } from '../ui/language.ts'
import { phoneActTrouble, phoneReplyTrouble } from './en.ts'

/** For a reply, which is still in its field. */
export const replyTrouble = i18n('phone-reply-trouble', phoneReplyTrouble)

/** For a button, or for dismissing. */
export const actTrouble = i18n('phone-act-trouble', phoneActTrouble)
