// What these screens say, in English.

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

const pictureUnreadable = 'This picture could not be read.'

export const deviceSwitch = {
  phone: params('Phone: {name}'),
  choose: 'Choose a phone',
  unnamed: 'Phone',
}

export const textMessages = {
  region: params('Text messages with {name}'),
  loading: 'Loading messages',
  earlier: loadMore,
  loadingEarlier: 'Loading earlier messages from the phone',
  retry: retry,
  empty: 'No messages here yet.',
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
  lost: 'The picture was not sent before the page was closed. Choose it again.',
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
  noPhones: 'No phone here can send texts',
  noPhonesMore: 'Install the companion app on your phone and sign in with this account.',
  addDevice: addADevice,
  gone: noLongerExists,
  back: backToTheList,
  update: 'To continue texting, please update the companion app on your phone. (Sorry for the inconvenience!)',
  empty: 'No conversations on this phone yet.',
  newMessage: 'New message',
  failed: "Couldn't load conversations. Try again.",
  retry: tryAgain,
  sealed: 'Your data is encrypted',
  password: enterPassword,
  unlock: 'Unlock',
  wrong: passwordWrong,
  impossible: decryptsOnHttpsOnly,
  near: "You're getting close to the free message limit for this month.",
  over: "You've reached the free message limit for this month.",
  upgrade: 'Upgrade to the Pro plan to send unlimited messages.',
  away: params('{device} is not reachable right now.'),
  keySettings: 'Encryption settings',
  group: 'This phone cannot send to several people at once.',
  throughServer: 'Your phone is not in reach. Texts go through the server; pictures wait.',
  waitsGroup: 'Your phone is not in reach. What you send to several people waits for it, as the server sends to one at a time.',
  waitsSealed:
    'Your phone is not in reach. Texts wait for it, as the server passes on nothing while an encryption password is set.',
  separately: 'Each of them gets this as a text of their own, and does not see the others.',
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
  loading: 'Loading conversations',
  earlier: loadMore,
  loadingEarlier: 'Loading more from the phone',
  retry: retry,
  more: count({ one: 'Show {count} more', other: 'Show {count} more' }),
  own: params('You: {text}'),
  picture: 'Picture',
  pending: 'Pending',
  failed: 'Failed',
}

export const textAttach = {
  onlyPictures: 'Only PNG and JPEG pictures can be sent from this phone.',
  none: 'This phone cannot send pictures.',
  noneByApp: 'SMS Gateway for Android, the app on this phone, cannot send pictures.',
  broken: pictureUnreadable,
}

export const textPictures = { notSent: picturesNotSent, undo: undo }
