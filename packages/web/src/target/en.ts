// What these screens say, in English.

import { cancel, chooseImage, deleteIt, deleting, isDeleted, isDisconnected, markAsUnread, remove, undo } from '../ui/words/en.ts'
import { params } from '../ui/words/fill.ts'

export const blockWords = {
  title: params('Block {name}?'),
  chat: params(
    '{name} cannot send you anything any more, and your chat with {name} is deleted from your list. You can unblock them later.',
  ),
  noChat: params('{name} cannot send you anything any more. You can unblock them later.'),
  block: 'Block',
  cancel: cancel,
  done: params('{name} is blocked.'),
}

export const clearConversation = {
  title: 'Clear this conversation?',
  own: "Every message in it is deleted, on all your devices. You can't undo this.",
  person: params(
    "Your copy of every message with {name} is deleted, on all your devices. {name} keeps theirs. You can't undo this.",
  ),
  channel: params(
    "Your copy of every message of {name} is deleted, on all your devices. Others keep theirs. You can't undo this.",
  ),
  clear: 'Clear',
  done: 'The conversation is being cleared.',
}

export const phoneLine = {
  connected: 'Connected',
  charge: params('Connected · {battery}'),
  away: 'Away',
  silent: 'Its computer doesn’t answer',
}

export const phonePermissions = {
  where: params('In KDE Connect, open “{companion}”. What still needs a permission is listed there:'),
  texts: 'Texts',
  textsHow: 'Tap “Send SMS”, and allow SMS and phone.',
  contacts: 'Names of contacts',
  contactsHow: 'Tap “Contacts Synchronizer”, and allow contacts.',
  notifications: 'Notifications',
  notificationsHow: 'Tap “Notification sync”, “Open settings”, and switch KDE Connect on.',
  calls: 'Incoming calls',
  callsHow: 'Tap “Telephony notifier”, and allow phone and call logs.',
  permitted: 'Permitted',
  missing: 'Not yet, or nothing there',
  asking: 'Asking the phone',
  afterCall: 'Shown after the first call',
  now: params('{what}: permitted'),
}

export const pictureField = {
  help: 'Shown as a square. Drop one anywhere on this page, or paste it.',
  choose: chooseImage,
  other: 'Choose another',
  remove: 'Remove image',
  cancel: cancel,
  progress: params('Uploading {name}'),
  percent: params('{percent} %'),
  large: 'This image has more than 40 megapixels. Choose a smaller one.',
  only: 'Only images can be used here: PNG, JPEG, GIF, WebP or AVIF.',
}

export const samePhone = {
  label: 'Same phone as',
  none: 'No other device',
  unnamed: 'Phone',
  lead: 'Then a text is shown and told of once. Texts go by KDE Connect, and through the server while that is away.',
  chosen: params('It is the same phone as {name}.'),
  ended: 'It is a phone of its own.',
}

export const activity = { online: 'Online', typing: 'typing…' }

export const targetActionsWords = {
  markUnread: markAsUnread,
  mute: 'Mute',
  unmute: 'Unmute',
  hour: '1 hour',
  evening: 'This evening',
  tomorrow: 'Tomorrow',
  always: 'Until I turn it back on',
  pin: 'Pin',
  unpin: 'Unpin',
  archive: 'Archive',
  unarchive: 'Unarchive',
  block: 'Block',
  unblock: 'Unblock',
  clear: 'Clear this conversation',
  hide: 'Hide',
  unsubscribe: 'Unsubscribe',
  settings: 'Source settings',
  leave: 'Leave',
  leaving: 'Leaving...',
  leaveThis: params('Leave {name}'),
  left: params('You left {name}'),
  delete: deleteIt,
  cancel: cancel,
  deleting: deleting,
  deleteThis: params('Delete {name}'),
  muted: params('{name} muted'),
  mutedUntil: params('{name} muted until {time}'),
  unmuted: params('{name} unmuted'),
  archived: params('{name} archived'),
  unblocked: params('{name} unblocked'),
  hidden: params('{name} hidden'),
  unsubscribed: params('Unfollowed {name}'),
  deleted: params(isDeleted),
  disconnected: params(isDisconnected),
  undo: undo,
}

export const phoneActions = {
  ring: 'Ring',
  waiting: params('Asking the companion of {name}...'),
  rings: params('{name} rings. Press “Found it” there.'),
  remove: remove,
  ends: 'Ends the pairing',
  removeThis: params('End the pairing with {name}'),
  cancel: cancel,
  removing: 'Removing...',
  removed: params('{name} is not paired any more. Its messages stay.'),
  silent: params('The companion of {name} doesn’t answer. Is its computer on, and does “waypost run” run there?'),
}

export const phoneWords = {
  charging: params('{charge}, charging'),
}
