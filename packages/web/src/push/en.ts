import { messageDeleted, picturesNotSent, saved, undo } from '../ui/words/en.ts'
import { params } from '../ui/words/fill.ts'

export const cancelUpload = 'Cancel upload of {name}'
export const deleteForEveryone = 'Delete for everyone'
export const errorCreatingPush = 'Error creating Push'
export const messagesFailed = 'Couldn’t load messages.'
export const jumpToTheNewest = 'Jump to newest'
export const messageFailed = 'Couldn’t load that message. Check your connection and try again.'
export const chooseTime = 'Choose date and time…'

export const conversationPane = {
  closed: 'You follow this channel. Only its owner can post.',
  closedSource: 'This source is shared with you. Only its owner can send a test.',
  notSent: picturesNotSent,
  filesNotSent: 'Files not sent',
  undo: undo,
}

export const conversationHeader = {
  actions: 'Conversation actions',
  deviceActions: 'Device actions',
  about: params('About {name}'),
  site: params('Website of {name} (opens in a new tab)'),
}

export const deviceName = { rename: params('Rename {name}'), label: 'Nickname', saved: saved }

export const pushFiles = { failed: errorCreatingPush }

export const pushWords = {
  you: 'You',
  deleted: messageDeleted,
  note: params('{sender}, message: {words}, {time}'),
  link: params('{sender}, link: {words}, {time}'),
  file: params('{sender}, file: {words}, {time}'),
  voice: params('{sender}, {words}, {time}'),
  address: params('{sender}, address: {words}, {time}'),
  list: params('{sender}, list: {words}, {time}'),
  urgent: params('Urgent: {words}'),
  important: params('Important: {words}'),
}
