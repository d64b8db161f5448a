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
  notMuted: 'You can’t mute more apps. Unmute one in Settings, Notifications.',
  loading: 'Loading notifications…',
  none: 'No notifications',
  noneMore: 'Your phone’s notifications appear here, ready to answer or dismiss.',
  noPhone: 'No phone shares its notifications yet',
  noPhoneMore: 'Connect an Android phone to read and answer its notifications here.',
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
  notCopied: 'Couldn’t copy. Select the text instead.',
  done: params('{action}: done'),
}

export const phoneNotes = {
  away: params('{phone} is out of reach. These notifications are from {time}.'),
  awaySince: params('{phone} is out of reach. Its notifications appear when it’s back.'),
  silent: params(
    '{phone}’s companion doesn’t answer, so this may be out of date. Start it on the computer that {phone} is connected to: waypost run',
  ),
  retry: tryAgain,
  offline: 'You’re offline. This may be out of date, and you can’t answer until you’re back online.',
  sealed: params('{phone} encrypts its notifications'),
  password: enterPassword,
  unlock: 'Unlock',
  wrong: passwordWrong,
  impossible: decryptsOnHttpsOnly,
  different: params(
    '{phone} uses a different encryption password, so you can’t read its notifications here. Set the same password on both.',
  ),
  'missing-there': params(
    '{phone} has no encryption password, so it can’t read replies from here. Set the same password there, or clear it here.',
  ),
  settings: 'Encryption settings',
}

export const phoneReplyTrouble = {
  away: 'Your phone is out of reach. Send the reply again when it’s back.',
  silent: 'Your phone’s companion doesn’t answer. Start it on that computer (waypost run), then send the reply again.',
  gone: 'This notification is gone from your phone. Copy your reply and answer in the app.',
  answered: 'This notification was already answered. Reply in the app, or wait for an update.',
  offline: 'Couldn’t send your reply. Check your connection, then send it again.',
}

export const phoneActTrouble = {
  away: 'Your phone is out of reach. Try again when it’s back.',
  silent: 'Your phone’s companion doesn’t answer. Start it on that computer (waypost run), then try again.',
  gone: 'This notification is gone from your phone.',
  answered: 'This notification was already answered.',
  offline: 'Couldn’t reach the server. Check your connection and try again.',
}
