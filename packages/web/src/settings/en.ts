import {
  actBy,
  addADevice,
  addASignInMethod,
  cancel,
  deleteIt,
  deleting,
  edit,
  editNamed,
  emailAddressLabel,
  fromYourPhone,
  howOthersSeeYou,
  iAmSure,
  isDisconnected,
  notSavedYet,
  passwordLabel,
  save,
  saved,
  saveFailed,
  sendTheLink,
  usedOfLimit,
  wholeEmailAddressLike,
} from '../ui/words/en.ts'
import { count, params } from '../ui/words/fill.ts'

const currentPasswordMissing = 'Enter your current password.'
const createAClient = 'Create a client'
const webAddressWrong = 'Start it with http:// or https://.'
export const noneYet = 'None yet.'
const noDeviceListed = 'No devices yet.'

export const appearance = {
  theme: 'Theme',
  themeLead: 'System follows your device, day and night.',
  system: 'System',
  light: 'Light',
  dark: 'Dark',
  density: 'Density',
  densityLead: 'Compact fits about a third more. It’s the default in the installed app.',
  roomy: 'Comfortable',
  compact: 'Compact',
  textSize: 'Text size',
  textSizeLead: 'For messages and lists, in this browser.',
  sample: 'Aa',
  pixels: params('{size} pixels'),
  motion: 'Reduce motion',
  motionLead: 'Follows your system unless you change it.',
}

export const changePasswordWords = {
  title: passwordLabel,
  lead: 'Changing it signs out all other browsers and devices. Connected apps and access tokens stay.',
  open: 'Change password',
  setLead: 'This account has no password. Set one to also sign in with your email address.',
  set: 'Set a password',
  isSet: 'Password set.',
  current: 'Current password',
  new: 'New password',
  missing: currentPasswordMissing,
  save: 'Save password',
  saved: 'Password changed.',
  ended: count({
    one: 'Password changed. {count} other session signed out.',
    other: 'Password changed. {count} other sessions signed out.',
  }),
}

export const clientsWords = {
  title: 'Clients',
  lead: 'Apps you built that other people can approve. Deleting one ends its access immediately.',
  empty: 'No clients yet.',
  create: createAClient,
  noRedirect: 'No redirect_uri',
  edit: edit,
  editThis: params(editNamed),
  test: 'Test',
  testThis: params('Test {name} (opens in a new tab)'),
}

export const clientForm = {
  createTitle: createAClient,
  editTitle: 'Edit client',
  name: 'Name (name)',
  website_url: 'Website (website_url)',
  image_url: 'Picture (image_url)',
  redirect_uri: 'Redirect address (redirect_uri)',
  allowed_origin: 'Allowed origin (allowed_origin)',
  nameHelp: 'People see it when they approve the app.',
  website_urlHelp: webAddressWrong,
  image_urlHelp: webAddressWrong,
  redirect_uriHelp: 'Use https://, http://localhost or your app’s own scheme. Any query is allowed.',
  allowed_originHelp: 'Without a redirect_uri, a page from this origin that opens the consent window receives the answer.',
  noName: 'Enter a name.',
  staysSet: 'You can change this, but not clear it.',
  create: 'Create',
  save: save,
  cancel: cancel,
  back: 'All clients',
  created: 'Client created.',
  saved: 'Saved.',
}

export const clientKeys = {
  title: 'Keys',
  lead: 'The client_id is public. Keep the client_secret private: anyone who has it can impersonate your app.',
  copy: params('Copy {what}'),
  show: 'Show',
  hide: 'Hide',
  hidden: 'Hidden',
}

export const connectedAccounts = {
  title: 'Connected Accounts',
  lead: 'Ways to sign in to this account.',
  primary: 'primary',
  disconnect: 'Disconnect',
  sure: iAmSure,
  disconnecting: 'Disconnecting…',
  disconnectThis: params('Disconnect {name}'),
  disconnected: params(isDisconnected),
  add: addASignInMethod,
  notAdded: 'Couldn’t add the sign-in method',
  none: noneYet,
}

export const chatList = {
  title: 'Conversations',
  lead: 'Deleting a conversation removes it from your list until the next message. Its messages stay.',
  empty: 'No conversations yet.',
  removed: params('Removed your conversation with {name} from the list.'),
}

export const blockList = {
  title: 'Blocked People',
  lead: 'You get nothing from them. Remove someone to let them write to you again.',
  empty: 'You haven’t blocked anyone.',
  unblocked: params('{name} unblocked'),
}

export const channelList = {
  title: 'Channels',
  lead: 'Deleting a channel removes it for everyone who follows it.',
  empty: 'You don’t have any channels.',
  tag: params('@{tag}'),
}

export const deleteAccount = {
  title: 'Delete Account',
  lead: 'This deletes all your data on this server: messages, devices, channels and files. You can’t undo this.',
  open: 'Delete Account',
  why: 'Why are you leaving? (optional)',
  broken: "I couldn't get it to work.",
  unused: "I don't need/use the product.",
  other: 'Something else (Let us know below)',
  tell: 'Tell us more',
  delete: 'Delete everything',
  sure: iAmSure,
  cancel: cancel,
  keep: 'Keep my account',
  deleting: deleting,
  failed: 'Error deleting Account',
  network: 'Network Issue',
  subject: params('Account deleted: {email}'),
}

export const deviceList = {
  title: 'Devices',
  here: 'This browser',
  hereLead: 'Get notifications here while Waypost is closed, and this browser becomes one of your devices.',
  empty: noDeviceListed,
  add: addADevice,
  unnamed: 'Device',
  nickname: params('Nickname of {name}'),
  online: 'Online',
}

export const emailAddress = {
  title: emailAddressLabel,
  lead: params('{email}. Others can find you by it.'),
  open: 'Change email address',
  email: 'New email address',
  help: 'We’ll send a link there. Your address changes when you open it.',
  password: 'Current password',
  emailWrong: wholeEmailAddressLike,
  passwordMissing: currentPasswordMissing,
  send: sendTheLink,
  sent: params('We sent a link to {email}. Open it within 24 hours to change your address.'),
  folder: params(
    'This server doesn’t send email. Ask its administrator for the link for {email}: it’s in the server’s mail folder.',
  ),
}

export const encryptionWords = {
  title: 'End-to-end encryption',
  lead: 'With a password, only your devices can read encrypted data, not the server. Set the same password on every device.',
  on: 'This browser has a password.',
  off: 'This browser has no password.',
  label: 'Encryption password',
  help: 'We can’t recover it. If you forget it, set a new one on every device.',
  weak: 'Short passwords are easy to guess. Use four or more random words.',
  fair: 'Better. A few more words make it hard to guess.',
  strong: 'Hard to guess.',
  show: 'Show password',
  hide: 'Hide password',
  save: save,
  clear: 'Clear',
  saved: 'Password set.',
  cleared: 'Password cleared.',
  notSaved: 'Couldn’t save the password: this browser’s storage is full.',
  broken: 'Couldn’t encrypt something in this browser, so it wasn’t sent. Set the password again.',
  impossible:
    'This browser can encrypt only on a page that was opened over https or on the same machine (localhost). To set a password, open this server at such an address.',
  what: 'What is encrypted',
  encrypted: 'Encrypted',
  mirrors: 'Notifications mirrored from a phone',
  texts: 'Text messages, conversations and the phone book of a phone',
  remoteFiles: 'Remote file lists: names, folders and thumbnails',
  inClear: 'Not encrypted',
  pushes: 'Notes, links and files you push or chat, and remote files a device sends',
  names: 'Names of your devices, contacts and channels, and which devices are online',
}

export const encryptionDevices = {
  title: 'Your devices',
  lead: 'Devices compare a fingerprint of their password, never the password itself.',
  empty: noDeviceListed,
  same: 'Same password',
  different: 'Different password: it and this browser can’t read each other’s encrypted data',
  'missing-here': 'Has a password, but this browser doesn’t: this browser can’t read its encrypted data',
  'missing-there': 'No password: it can’t read what this browser encrypts',
  none: 'No password',
}

export const openAt = {
  title: 'Open conversations at',
  lead: 'Where a conversation opens when its unread messages don’t fit on the screen.',
  unread: 'First unread',
  newest: 'Newest',
}

export const linkPreviews = {
  title: 'Link previews',
  lead: 'When you send a link, this server opens it once and saves its title, description and picture for you and the people you send it to. The site sees this server, not you. That visit can use up a one-time link.',
  choice: 'Preview links',
}

export const askBeforeFiles = {
  title: 'Files',
  lead: 'See files and pictures before you send them, and add a caption. If off, they are sent right away.',
  choice: 'Ask before sending files',
}

export const exportDataWords = {
  title: 'Export',
  lead: 'All your account data in one file. We also email you a link to it.',
  start: 'Export my data',
  requested: 'Export requested.',
  waiting: 'Export waiting to start.',
  other: params('Export {status}.'),
  download: 'Download export',
  failed: 'Couldn’t start the export',
}

export const deleteHistory = {
  title: 'Delete push history',
  lead: 'This deletes every message you sent or received, on all your devices. Others keep their copies.',
  delete: 'Delete all pushes',
  confirm: deleteIt,
  deleting: 'Your history is being deleted',
  deleted: 'Your history has been deleted',
}

export const mutedApps = {
  title: 'Muted phone apps',
  lead: 'Their notifications stay on your phone only. To mute an app, go to',
  list: fromYourPhone,
  none: 'No muted apps.',
  unmute: 'Unmute',
  unmuteThis: params('Unmute {app}'),
  unmuted: params('{app} unmuted.'),
}

export const notificationSettings = {
  here: 'This browser',
  quiet: 'Quiet hours',
  lead: 'Your devices stay quiet during these hours. Messages stay unread, and reminders still come through. A source can have its own hours.',
  on: 'Quiet hours on',
  save: save,
  saved: saved,
  unsaved: notSavedYet,
}

export const outgoingWebhooks = {
  title: 'Webhooks',
  lead: 'Sends each new message of a conversation to your address, signed so you can verify it. Failed attempts are retried for a day.',
  empty: 'No webhooks yet.',
  name: 'Name (optional)',
  url: 'Address',
  example: 'https://automation.example.org/waypost',
  needed: 'Enter an address that starts with https:// or http://.',
  sent: 'Messages',
  all: 'All messages',
  self: 'Notes to self',
  create: 'Add webhook',
  secret: 'Signing secret',
  once: 'You won’t see this secret again. Give it to the program that verifies signatures.',
  full: params('You can have up to {most} webhooks.'),
  pause: 'Pause',
  pauseThis: params('Pause {name}'),
  resume: 'Resume',
  resumeThis: params('Resume {name}'),
  paused: 'Paused',
  nowPaused: params('{name} paused.'),
  nowResumed: params('{name} resumed.'),
  failing: params('Failing since {time}'),
  attempts: 'Attempts',
  attemptsOf: params('Attempts of {name}'),
  hide: 'Hide attempts',
  none: 'Nothing sent yet.',
  answered: params('{time}: answered {status} in {took} ms'),
  failed: params('{time}: {error}'),
  notSaved: saveFailed,
  notDeleted: 'Couldn’t delete the webhook. Try again.',
  gone: 'Deleted conversation',
  unnamed: 'Unnamed webhook',
}

export const privacy = {
  title: 'Privacy',
  presenceLead: 'You and the people you message can see this about each other. Turn it off to hide both.',
  presence: 'Show when I’m online or typing',
  readsLead:
    'You and the people you message can see when messages arrive and are read. Turn it off to hide both. People you block see nothing new.',
  reads: 'Show when I’ve read messages',
}

export const proPlan = {
  title: 'Pro plan',
  free: 'You’re on the Free plan.',
  yearly: params('You’re on the Pro plan, for {price} a year.'),
  monthly: params('You’re on the Pro plan, for {price} a month.'),
  given: 'You have Pro, given by an administrator of this server.',
  administrator: 'You have Pro, as an administrator of this server.',
  everybody: 'This server sells nothing: every account has all Pro features.',
  until: params('Pro is canceled. You keep it until {date}, then move to the Free plan.'),
  cancelled: 'Pro canceled.',
  see: 'See plans',
  cancel: 'Cancel Pro',
  keep: "Don't Cancel Pro",
  canceling: 'Canceling…',
  refund: 'Cancel within 72 hours of buying for a full refund. After that, Pro stays until the end of the paid period.',
  resume: 'Resume Pro',
  resumed: 'Pro resumed.',
  notResumed: 'Couldn’t resume Pro',
  failed: params('Sorry, cancelling Pro failed. Please try again or email us at {email}'),
  failedToo: params('Sorry, cancelling Pro failed. Please try again or write to us at {address}'),
}

export const profile = {
  title: 'Profile',
  lead: howOthersSeeYou,
  name: 'Name',
  picture: 'Picture',
  save: 'Save profile',
  saved: 'Profile saved.',
}

export const securityEvents = {
  title: 'Security events',
  lead: 'Security changes to your account in the past year, by you or by administrators of this server. If something wasn’t you, change your password and sign out all other devices.',
  entry: params(actBy),
}

export const usageWords = {
  title: 'Usage',
  storage: 'Storage',
  sms: 'SMS this month',
  of: params(usedOfLimit),
  unlimited: params('{used}, unlimited'),
}
