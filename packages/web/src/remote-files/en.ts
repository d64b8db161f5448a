import { addADevice, cancel, done, loadMore, noDevicesYet, noLongerExists, retry, save } from '../ui/words/en.ts'
import { count, params } from '../ui/words/fill.ts'

export const remoteDevices = {
  empty: noDevicesYet,
  emptyMore: 'Connect a computer or server to browse its files here.',
  add: addADevice,
}

export const remoteFilesList = {
  files: params('Files in {name}'),
  folder: 'Folder',
  drive: 'Drive',
}

export const remoteFolderBar = {
  filter: 'Filter files',
  clear: 'Clear filter',
  entries: count({ one: '{count} item', other: '{count} items' }),
  part: params('{shown} of {all}'),
  more: loadMore,
  loading: 'Loading more…',
}

export const remoteHeader = {
  home: 'Home',
  folders: 'Parent folders',
  up: 'Up one folder',
  view: 'View',
  grid: 'Grid',
  list: 'List',
}

export const remoteFolder = {
  home: 'Home',
  loading: params('Loading {name}…'),
  loaded: count({ one: '{count} item', other: '{count} items' }),
  empty: 'No files',
  noMatch: 'No files match',
  notOpened: params('Couldn’t open {name}'),
  retry: retry,
  keySettings: 'Encryption settings',
  leftOut: count({
    one: 'This folder has one more item than the device can list.',
    other: 'This folder has {count} more items than the device can list.',
  }),
}

export const remoteQueue = {
  title: count({ one: '{count} requested file', other: '{count} requested files' }),
  show: 'Show requested files',
  hide: 'Hide requested files',
  queued: 'wating on device...',
  confirmed: 'uploading...',
  done: done,
  away: params('{device} isn’t connected. This continues when it’s back.'),
  silent: params('{device} didn’t answer. It’s asked again when it’s back.'),
  removed: 'This device was removed from your account.',
  ready: params('{name} is ready'),
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
  noneMore: 'Choose an enabled device to see its folders.',
  missing: noLongerExists,
  missingMore: 'This device was removed from your account.',
}

export const remoteRequest = {
  explain: params('{device} uploads this file first, which may take a moment.'),
  request: 'Request',
  cancel: cancel,
  requested: 'Requested',
}

export const remoteState = {
  'not-supported': 'Not Supported',
  disabled: 'Disabled',
  'not-connected': 'Not Connected',
  enabled: 'Enabled',
  'how-not-supported': 'Start the Waypost companion on it to browse its files.',
  'how-disabled': 'Choose folders to share in its Waypost companion.',
  'how-not-connected': 'Turn it on and start its Waypost companion.',
}
