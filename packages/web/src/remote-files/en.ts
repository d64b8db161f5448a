// What these screens say, in English.

import { addADevice, cancel, done, loadMore, noDevicesYet, noLongerExists, retry, save } from '../ui/words/en.ts'
import { count, params } from '../ui/words/fill.ts'

export const remoteDevices = {
  empty: noDevicesYet,
  emptyMore: 'Connect a computer or a server, and its files can be reached from here.',
  add: addADevice,
}

export const remoteFilesList = {
  files: params('Files in {name}'),
  folder: 'Folder',
  drive: 'Drive',
}

export const remoteFolderBar = {
  filter: 'Filter files',
  clear: 'Clear the filter',
  entries: count({ one: '{count} entry', other: '{count} entries' }),
  part: params('{shown} of {all}'),
  more: loadMore,
  loading: 'Loading more',
}

export const remoteHeader = {
  home: 'Home',
  folders: 'Folders above',
  up: 'Up to the folder above',
  view: 'View',
  grid: 'Grid',
  list: 'List',
}

export const remoteFolder = {
  home: 'Home',
  loading: params('Loading {name}'),
  loaded: count({ one: '{count} entry', other: '{count} entries' }),
  empty: 'No files',
  noMatch: 'No files match',
  notOpened: params('{name} could not be opened'),
  retry: retry,
  keySettings: 'Encryption settings',
  leftOut: count({
    one: 'One more entry is in this folder; the device lists only so many.',
    other: '{count} more entries are in this folder; the device lists only so many.',
  }),
}

export const remoteQueue = {
  title: count({ one: '{count} requested file', other: '{count} requested files' }),
  show: 'Show the requested files',
  hide: 'Hide the requested files',
  queued: 'wating on device...',
  confirmed: 'uploading...',
  done: done,
  away: params('{device} is not connected. This goes on when it is back.'),
  silent: params('{device} did not answer. It is asked again when it is back.'),
  removed: 'The device was removed from your account.',
  ready: params('{name} is here'),
  open: params('Open {name}'),
  save: save,
  saveNamed: params('Save {name}'),
  failed: params('{name}: {reason}'),
  retry: retry,
  retryNamed: params('Retry {name}'),
  remove: params('Remove {name} from the list'),
}

export const remoteFiles = {
  title: 'Remote Files',
  none: 'Choose a device',
  noneMore: 'Choose a device that is enabled: its folders show here.',
  missing: noLongerExists,
  missingMore: 'This device was removed from your account.',
}

export const remoteRequest = {
  explain: params('{device} will upload this file first. That may take a moment.'),
  request: 'Request',
  cancel: cancel,
  requested: 'Requested',
}

export const remoteState = {
  'not-supported': 'Not Supported',
  disabled: 'Disabled',
  'not-connected': 'Not Connected',
  enabled: 'Enabled',
  'how-not-supported': 'Its files can be reached once the Waypost companion runs on it.',
  'how-disabled': 'Choose the folders to share in the Waypost companion on it.',
  'how-not-connected': 'Switch it on, and start the Waypost companion on it.',
}
