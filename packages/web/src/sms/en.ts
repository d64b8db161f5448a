import {
  addADevice,
  backToTheList,
  copied,
  copy,
  copyFailed,
  decryptsOnHttpsOnly,
  enterPassword,
  loadMore,
  noLongerExists,
  passwordWrong,
  picturesNotSent,
  retry,
  tryAgain,
  undo,
} from '../ui/words/en.ts'
import { count, params } from '../ui/words/fill.ts'

const pictureUnreadable = 'Couldn’t read this picture.'

export const deviceSwitch = {
  phone: params('Phone: {name}'),
  choose: 'Choose a phone',
  unnamed: 'Phone',
}

export const textMessages = {
  region: params('Text messages with {name}'),
  loading: 'Loading messages…',
  earlier: loadMore,
  loadingEarlier: 'Loading earlier messages from your phone…',
  retry: retry,
  empty: 'No messages yet.',
}

export const textSpoken = {
  one: params('{name}: {text}'),
  many: count({ one: '{count} new message', other: '{count} new messages' }),
  failed: params('Failed: {reason}'),
  picture: 'Picture',
}

export const textBubble = {
  pending: 'Pending',
  stuck: 'Stuck pending?',
  failed: 'Failed',
  discarding: 'Error deleting Text',
  lost: 'The page closed before this picture was sent. Choose it again.',
  broken: pictureUnreadable,
  copy: copy,
  copied: copied,
  picture: 'Picture',
  you: 'You',
  label: params('{name}: {text}, {time}'),
  standing: params('{label}, {state}'),
  uploading: params('{part} sent'),
}

export const textForm = {
  counter: params('{count}/{most}'),
  long: 'Warning, longer texts may not send',
}

export const textStates = {
  noPhones: 'Connect a phone to send texts',
  noPhonesMore: 'Install the companion app on your phone and sign in with this account.',
  addDevice: addADevice,
  gone: noLongerExists,
  back: backToTheList,
  update: 'To continue texting, please update the companion app on your phone. (Sorry for the inconvenience!)',
  empty: 'No conversations on this phone yet.',
  newMessage: 'New message',
  failed: 'Couldn’t load conversations. Try again.',
  retry: tryAgain,
  sealed: 'Your data is encrypted',
  password: enterPassword,
  unlock: 'Unlock',
  wrong: passwordWrong,
  impossible: decryptsOnHttpsOnly,
  near: "You're getting close to the free message limit for this month.",
  over: "You've reached the free message limit for this month.",
  upgrade: 'Upgrade to the Pro plan to send unlimited messages.',
  away: params('{device} is out of reach right now.'),
  keySettings: 'Encryption settings',
  group: 'This phone can’t send to several people at once.',
  throughServer: 'Your phone is out of reach. Texts go through the server; pictures wait.',
  waitsGroup: 'Your phone is out of reach. Group texts wait for it, as the server sends to one person at a time.',
  waitsSealed:
    'Your phone is out of reach. Texts wait for it, as the server can’t send them while an encryption password is set.',
  separately: 'Each person gets a separate text and doesn’t see the others.',
}

export const textThread = {
  actions: 'Conversation actions',
  copy: 'Copy number',
  copyMany: 'Copy numbers',
  copied: copied,
  notCopied: copyFailed,
  refresh: 'Refresh',
  reply: params('Text message to {name}'),
}

export const threadList = {
  newMessage: 'New message',
  loading: 'Loading conversations…',
  earlier: loadMore,
  loadingEarlier: 'Loading more from your phone…',
  retry: retry,
  more: count({ one: 'Show {count} more', other: 'Show {count} more' }),
  own: params('You: {text}'),
  picture: 'Picture',
  pending: 'Pending',
  failed: 'Failed',
}

export const textAttach = {
  onlyPictures: 'This phone can send only PNG and JPEG pictures.',
  none: 'This phone can’t send pictures.',
  noneByApp: 'SMS Gateway for Android, the app on this phone, can’t send pictures.',
  broken: pictureUnreadable,
}

export const textPictures = { notSent: picturesNotSent, undo: undo }
