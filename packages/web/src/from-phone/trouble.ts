// Says why something was not done on a phone, and what can be done about it.

import { i18n } from '../ui/language.ts'

/** Of a reply, which is still in its field. */
export const replyTrouble = i18n('phone-reply-trouble', {
  away: 'Your phone is not reachable. Send the reply again when it is back.',
  silent: 'The companion of your phone does not answer. Start it on that computer (waypost run), then send the reply again.',
  gone: 'Your phone no longer shows this notification, so it cannot be answered. Copy your reply and answer in the app.',
  answered: 'This notification has been answered already. Answer in the app, or when it changes.',
  offline: "Couldn't send your reply. Check your connection, then send it again.",
})

/** Of a button, or of dismissing. */
export const actTrouble = i18n('phone-act-trouble', {
  away: 'Your phone is not reachable. Try again when it is back.',
  silent: 'The companion of your phone does not answer. Start it on that computer (waypost run), then try again.',
  gone: 'Your phone no longer shows this notification.',
  answered: 'This notification has been answered already.',
  offline: "Couldn't reach the server. Check your connection, then try again.",
})
