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
  stored: params('Stored on {host}, whose operator could read it.'),
}

export const aboutChannel = {
  feed: 'From a feed',
  feedFailed: params('Couldn’t read {host}: {reason}'),
  edit: 'Edit channel',
  posts: 'Latest posts',
  loading: 'Loading posts…',
  failed: 'Couldn’t load posts. Try again.',
  again: tryAgain,
  none: 'No posts yet',
  nobody: 'No followers have it',
  have: count({ one: '{count} follower has it', other: '{count} followers have it' }),
  more: params('More than {number} followers have it'),
}

export const aboutDevice = {
  files: 'Files',
  test: 'Test',
  testBody: 'This is a test.',
  tested: params('Test sent to {name}'),
  folders: 'Remote files',
  enabled: 'You can open its folders here',
  shared: count({ one: '{count} shared folder', other: '{count} shared folders' }),
  disabled: 'Not shared',
  mirroring: 'Its notifications',
  mirrored: 'Shown on your other devices',
  notMirrored: 'Not shown on your other devices',
  notices: 'Notifications',
  web_push: 'Even while Waypost is closed',
  password: 'Encryption password',
  same: 'Same as here',
  different: 'Different from this browser’s',
  'missing-here': 'Not set here',
  'missing-there': 'Not set there',
  none: 'Not set',
  texts: 'Texts',
  through: 'Pass through this server, which can read them (SMS Gateway for Android)',
  limits: 'Texts only',
  limitsMore:
    'It can’t send pictures, or show notifications, contacts and earlier texts. It doesn’t get your messages and files.',
  noKey: 'Not supported by the app',
  sameTitle: 'Same phone',
  samePhone: params('{name} is the same phone. It handles texts while this one is out of reach.'),
  phone: 'Phone',
  keyHere: 'You set one here, but the app doesn’t support it: you can’t text with this phone',
}

export const aboutPhone = {
  connection: 'Connection',
  asking: 'Checking its computer…',
  connected: params('Connected to {companion}'),
  away: params('Can’t reach it from {companion}. Turn the phone’s screen on, on the same network.'),
  silent: 'Its computer doesn’t answer. Is it on, and is “waypost run” running there?',
  unpaired: params('No longer paired with {companion}'),
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
  loading: 'Loading…',
  failed: searchFailed,
  again: tryAgain,
  offline: 'You’re offline. These are the messages saved in this browser.',
}

export const aboutLine = {
  copy: 'Copy address',
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
  label: 'Shared here',
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
