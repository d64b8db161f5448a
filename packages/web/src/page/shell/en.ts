import {
  addADevice,
  addAFriend,
  backToTheList,
  copy,
  deleteIt,
  edit,
  goToADate,
  markAsUnread,
  noLongerExists,
  tryAgain,
} from '../../ui/words/en.ts'
import { count, params } from '../../ui/words/fill.ts'

export const minibarWords = {
  help: 'Help',
  helpBeside: 'Help (opens in a new tab)',
  files: 'Files',
  left: count({ one: '{count} step left', other: '{count} steps left' }),
}

export const paneWords = {
  starting: 'Loading your messages…',
  failed: 'Couldn’t load your messages. Try again.',
  restFailed: 'Couldn’t load your other conversations. Try again.',
  retry: tryAgain,
  missing: noLongerExists,
  back: backToTheList,
}

export const paneHeader = { back: params('Back to {section}') }

export const shortcuts = {
  title: 'Keyboard shortcuts',
  single: 'Single-key shortcuts',
  everywhere: 'Everywhere',
  writing: 'Writing',
  send: 'Send',
  line: 'New line',
  edit: 'Edit your last message, in an empty field',
  last: 'Go to the last message, in an empty field',
  messages: 'On a message',
  move: 'Next, first or last message',
  menu: 'Menu',
}

export const splitter = { label: 'List width', value: params('{width} pixels') }

export const pageCommands = {
  palette: 'Commands: go to, send to and do anything',
  search: 'Search',
  next: 'Next conversation',
  previous: 'Previous conversation',
  nextUnread: 'Next unread conversation',
  previousUnread: 'Previous unread conversation',
  go: params('Go to {section}'),
  newFriend: addAFriend,
  newDevice: addADevice,
  newFollowing: 'Follow something',
  newSource: 'New source',
  newMessage: 'New text message',
  attach: 'Attach files',
  mute: 'Mute or unmute conversation',
  date: goToADate,
  nextRegion: 'Next region',
  previousRegion: 'Previous region',
  notices: 'Notifications on the page',
  sheet: 'Keyboard shortcuts',
  signOut: 'Sign Out',
}

export const messageCommands = {
  open: 'Open',
  copy: copy,
  reply: 'Reply',
  edit: edit,
  forward: 'Forward',
  select: 'Select',
  markUnread: markAsUnread,
  remove: deleteIt,
  retry: 'Retry unsent message',
  discard: 'Discard unsent message',
}

export const sections = {
  label: 'Sections',
  setup: 'Setup',
  people: 'People',
  devices: 'Devices',
  following: 'Following',
  sources: 'Sources',
  sms: 'Texting',
  remotefiles: 'Remote Files',
  settings: 'Settings',
  admin: 'Administration',
}

export const settings = {
  title: 'Settings',
  tabs: 'Settings topics',
  account: 'Account',
  appearance: 'Appearance',
  notifications: 'Notifications',
  history: 'Push History',
  devices: 'Devices',
  invite: 'Invite',
  people: 'Conversations',
  blocks: 'Blocked People',
  channels: 'Channels',
  apps: 'Connected Apps',
  clients: 'Clients',
  webhooks: 'Webhooks',
  encryption: 'Encryption',
}
