// What these screens say, in English.

import {
  addADevice,
  copied,
  decryptsOnHttpsOnly,
  enterPassword,
  fromYourPhone,
  passwordWrong,
  tryAgain,
  undo,
} from '../ui/words/en.ts'
import { params } from '../ui/words/fill.ts'

export const fromPhoneWords = {
  title: fromYourPhone,
  dismissAll: 'Dismiss all',
  dismissed: 'Dismissed on your phone',
  mute: params('Mute {app}'),
  muted: params('{app} is muted on all your devices.'),
  undo: undo,
  notMuted: 'No more apps can be muted. Unmute one in Settings, Notifications.',
  loading: 'Asking your phone',
  none: 'No notifications',
  noneMore: 'What your phone shows appears here, to answer or dismiss it.',
  noPhone: 'No phone shows its notifications here',
  noPhoneMore: 'Connect an Android phone, and you can read and answer its notifications on this screen.',
  add: addADevice,
  app: params('{app} on {phone}'),
}

export const phoneNotification = {
  dismiss: params('Dismiss {title}'),
  reply: params('Reply to {title}'),
  placeholder: 'Reply',
  send: 'Send reply',
  sent: 'Reply sent',
  answered: params('You replied: {text}'),
  more: 'Show all',
  less: 'Show less',
  copy: 'Copy reply',
  copied: copied,
  notCopied: "Couldn't copy",
  done: params('{action}: done'),
}

export const phoneNotes = {
  away: params('{phone} is not reachable. These are its notifications of {time}.'),
  awaySince: params('{phone} is not reachable. Its notifications appear when it is back.'),
  silent: params(
    'The companion of {phone} does not answer, so this may be out of date. Start it on the computer that {phone} is connected to: waypost run',
  ),
  retry: tryAgain,
  offline: 'You are offline. This may be out of date, and nothing can be answered until the connection is back.',
  sealed: params('{phone} encrypts its notifications'),
  password: enterPassword,
  unlock: 'Unlock',
  wrong: passwordWrong,
  impossible: decryptsOnHttpsOnly,
  different: params(
    '{phone} has another encryption password, so its notifications cannot be read here. Set the same password on both.',
  ),
  'missing-there': params(
    '{phone} has no encryption password, so it cannot read replies from here. Set the same password there, or clear the one here.',
  ),
  settings: 'Encryption settings',
}

export const phoneReplyTrouble = {
  away: 'Your phone is not reachable. Send the reply again when it is back.',
  silent: 'The companion of your phone does not answer. Start it on that computer (waypost run), then send the reply again.',
  gone: 'Your phone no longer shows this notification, so it cannot be answered. Copy your reply and answer in the app.',
  answered: 'This notification has been answered already. Answer in the app, or when it changes.',
  offline: "Couldn't send your reply. Check your connection, then send it again.",
}

export const phoneActTrouble = {
  away: 'Your phone is not reachable. Try again when it is back.',
  silent: 'The companion of your phone does not answer. Start it on that computer (waypost run), then try again.',
  gone: 'Your phone no longer shows this notification.',
  answered: 'This notification has been answered already.',
  offline: "Couldn't reach the server. Check your connection, then try again.",
}
