import { cancel, chooseImage, deleteIt, deleting, isDeleted, isDisconnected, markAsUnread, remove, undo } from '../ui/words/en.ts'
import { params } from '../ui/words/fill.ts'

export const blockWords = {
  title: params('Block {name}?'),
  chat: params(
    '{name} can no longer send you anything, and your conversation with them leaves your list. You can unblock them later.',
  ),
  noChat: params('{name} can no longer send you anything. You can unblock them later.'),
  block: 'Block',
  cancel: cancel,
  done: params('{name} blocked.'),
}

export const clearConversation = {
  title: 'Clear this conversation?',
  own: 'This deletes every message in it, on all your devices. You can’t undo this.',
  person: params(
    'This deletes your copy of every message with {name}, on all your devices. {name} keeps theirs. You can’t undo this.',
  ),
  channel: params(
    'This deletes your copy of every message from {name}, on all your devices. Others keep theirs. You can’t undo this.',
  ),
  clear: 'Clear',
  done: 'Clearing the conversation…',
}

export const phoneLine = {
  connected: 'Connected',
  charge: params('Connected · {battery}'),
  away: 'Out of reach',
  silent: 'Its computer doesn’t answer',
}

export const phonePermissions = {
  where: params('In KDE Connect, open “{companion}” to see which permissions it still needs:'),
  texts: 'Texts',
  textsHow: 'Tap “Send SMS” and allow SMS and phone.',
  contacts: 'Contact names',
  contactsHow: 'Tap “Contacts Synchronizer” and allow contacts.',
  notifications: 'Notifications',
  notificationsHow: 'Tap “Notification sync”, then “Open settings”, and turn on KDE Connect.',
  calls: 'Incoming calls',
  callsHow: 'Tap “Telephony notifier” and allow phone and call logs.',
  permitted: 'Allowed',
  missing: 'Missing, or nothing there yet',
  asking: 'Checking the phone…',
  afterCall: 'Appears after the first call',
  now: params('{what}: allowed'),
}

export const pictureField = {
  help: 'Shown as a square. Drop an image anywhere on this page, or paste it.',
  choose: chooseImage,
  other: 'Choose another',
  remove: 'Remove image',
  cancel: cancel,
  progress: params('Uploading {name}…'),
  percent: params('{percent}%'),
  large: 'This image is larger than 40 megapixels. Choose a smaller one.',
  only: 'Choose a PNG, JPEG, GIF, WebP or AVIF image.',
}

export const samePhone = {
  label: 'Same phone as',
  none: 'No other device',
  unnamed: 'Phone',
  lead: 'Each text then appears, and notifies you, only once. Texts go through KDE Connect, or through the server while it’s out of reach.',
  chosen: params('Now linked to {name} as the same phone.'),
  ended: 'Now a separate phone.',
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
  leaving: 'Leaving…',
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
  waiting: params('Contacting {name}’s companion…'),
  rings: params('{name} is ringing. Press “Found it” there.'),
  remove: remove,
  ends: 'Unpairs the phone',
  removeThis: params('Unpair {name}'),
  cancel: cancel,
  removing: 'Removing…',
  removed: params('{name} is no longer paired. Its messages stay.'),
  silent: params('{name}’s companion doesn’t answer. Is its computer on, and is “waypost run” running there?'),
}

export const phoneWords = {
  charging: params('{charge}, charging'),
}
