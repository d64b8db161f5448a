import {
  addADevice,
  addAFriend,
  editNamed,
  followAndGet,
  fromYourPhone,
  messageDeleted,
  noDevicesYet,
  noMatchesFor,
  sendTo,
} from '../ui/words/en.ts'
import { count, params } from '../ui/words/fill.ts'

export const archived = { title: 'Archived' }

export const fromPhoneRow = {
  title: fromYourPhone,
  none: 'No notifications',
  many: '99+',
  number: count({ one: '{count} notification', other: '{count} notifications' }),
}

export const lastLine = {
  draft: 'Draft:',
  you: 'You:',
  device: params('{device}:'),
  picture: 'Picture',
  file: 'File',
  link: 'Link',
  list: 'List',
  address: 'Address',
  sending: 'Sending',
  failed: 'not sent',
  nothing: 'No messages yet',
  deleted: messageDeleted,
}

export const palette = {
  title: 'Commands',
  label: 'Go to, send to or do',
  none: params(noMatchesFor),
  messages: 'Messages',
  about: params('{name} · {time}'),
  kept: 'You’re offline. Only messages saved in this browser are searched.',
}

export const searchWords = {
  label: 'Search',
  keys: '/',
  none: params(noMatchesFor),
}

export const sidebarWords = {
  addFriend: addAFriend,
  addDevice: addADevice,
  follow: 'Follow something',
  newSource: 'New source',
  noDevices: noDevicesYet,
  noDevicesMore: 'Connect a computer or server to send things to it.',
  noFollowing: 'You don’t follow anything yet',
  noFollowingMore: followAndGet,
  noSources: 'No sources yet',
  noSourcesMore: 'Let your programs and machines write to you here.',
}

export const targetItem = {
  actions: params('Actions for {name}'),
  edit: params(editNamed),
  two: params('{name}\n{line}'),
}

export const paletteEntries = {
  send: params(sendTo),
  tab: params('Settings: {tab}'),
  page: 'Page',
  action: 'Action',
  message: params('Message: {words}'),
  administration: 'Administration',
  fromPhone: fromYourPhone,
  notifications: 'Notifications',
}
