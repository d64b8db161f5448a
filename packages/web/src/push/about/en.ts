// What these screens say, in English.

import {
  close,
  copyFailed,
  howToSendToIt,
  messagesAroundFailed,
  noMessagesMatch,
  searchFailed,
  tryAgain,
} from '../../ui/words/en.ts'
import { count, params } from '../../ui/words/fill.ts'

export const about = {
  title: params('About {name}'),
  close: close,
  more: params('More actions for {name}'),
  search: 'Search',
  muteUntil: 'Mute',
  muted: params('Muted until {time}'),
  stored: params('Stored on {host}; its operator could read it.'),
}

export const aboutChannel = {
  feed: 'From a feed',
  feedFailed: params("Couldn't read {host}: {reason}"),
  edit: 'Edit the channel',
  posts: 'Latest posts',
  loading: 'Loading the posts',
  failed: "Couldn't load the posts. Try again.",
  again: tryAgain,
  none: 'No posts yet',
  nobody: 'No follower has it',
  have: count({ one: '{count} follower has it', other: '{count} followers have it' }),
  more: params('More than {number} followers have it'),
}

export const aboutDevice = {
  files: 'Files',
  test: 'Test',
  testBody: 'This is a test.',
  tested: params('Test sent to {name}'),
  folders: 'Remote files',
  enabled: 'Its folders can be opened from here',
  shared: count({ one: '{count} shared folder', other: '{count} shared folders' }),
  disabled: 'Not shared',
  mirroring: 'Its notifications',
  mirrored: 'Shown on your other devices',
  notMirrored: 'Not shown on your other devices',
  notices: 'Notifications',
  web_push: 'Also while Waypost is closed',
  password: 'Encryption password',
  same: 'Same as here',
  different: 'Another one than here',
  'missing-here': 'Not set here',
  'missing-there': 'Not set there',
  none: 'Not set',
  texts: 'Texts',
  through: 'Go through this server, which can read them (SMS Gateway for Android)',
  limits: 'Texts only',
  limitsMore: 'No pictures out, no notifications, no contacts and no texts of before. Messages and files don’t arrive on it.',
  noKey: 'The app has none',
  sameTitle: 'Same phone',
  samePhone: params('{name} is this phone, too. It takes texts while this one is away.'),
  phone: 'Phone',
  keyHere: 'The app has none, and here one is set: nothing can be texted with this phone',
}

export const aboutPhone = {
  connection: 'Connection',
  asking: 'Asking its computer',
  connected: params('Connected to {companion}'),
  away: params('Away from {companion}. Switch the screen of the phone on, in the same network.'),
  silent: 'Its computer doesn’t answer. Is it on, and does “waypost run” run there?',
  unpaired: params('Not paired with {companion} any more'),
  battery: 'Battery',
  computer: 'the computer',
}

export const aboutSource = {
  setup: howToSendToIt,
  settings: 'Source settings',
  messages: count({ one: '{count} message', other: '{count} messages' }),
  shared: count({ one: 'Shared with {count} person', other: 'Shared with {count} people' }),
}

export const foundWithin = {
  loading: 'Loading...',
  failed: searchFailed,
  again: tryAgain,
  offline: 'You are offline. This is what this browser keeps.',
}

export const aboutLine = {
  copy: 'Copy the address',
  copied: 'Address copied',
  notCopied: copyFailed,
  followers: count({ one: '{count} follower', other: '{count} followers' }),
}

export const searchHere = {
  label: 'Search this conversation',
  none: noMessagesMatch,
  you: 'You',
}

export const sharedWords = {
  label: 'What was sent here',
  pictures: 'Pictures',
  links: 'Links',
  files: 'Files',
  counted: params('{kind} {number}'),
  noPictures: 'No pictures yet',
  noLinks: 'No links yet',
  noFiles: 'No files yet',
  show: params('Show {name}'),
  message: params('Show the message with {name}'),
}

export const showMessage = {
  notLoaded: messagesAroundFailed,
}
