// What these screens say, in English.

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

const currentPasswordMissing = 'Type your current password.'
const createAClient = 'Create a client'
const webAddressWrong = 'It begins with http:// or https://.'
export const noneYet = 'There is none yet.'
const noDeviceListed = 'No devices yet.'

export const appearance = {
  theme: 'Theme',
  themeLead: 'System follows your device, day and night.',
  system: 'System',
  light: 'Light',
  dark: 'Dark',
  density: 'Density',
  densityLead: 'Compact shows about a third more. It is the default in the installed app.',
  roomy: 'Roomy',
  compact: 'Compact',
  textSize: 'Text size',
  textSizeLead: 'For messages and lists, in this browser.',
  sample: 'Aa',
  pixels: params('{size} pixels'),
  motion: 'Less motion',
  motionLead: 'Follows your system until you change it.',
}

export const changePasswordWords = {
  title: passwordLabel,
  lead: 'When you change it, all other browsers and devices are signed out. Connected apps and access tokens stay.',
  open: 'Change password',
  setLead: 'This account has no password. With one, you can sign in by your email address as well.',
  set: 'Set a password',
  isSet: 'Your password is set.',
  current: 'Current password',
  new: 'New password',
  missing: currentPasswordMissing,
  save: 'Save password',
  saved: 'Your password is changed.',
  ended: count({
    one: 'Your password is changed. {count} other session was signed out.',
    other: 'Your password is changed. {count} other sessions were signed out.',
  }),
}

export const clientsWords = {
  title: 'Clients',
  lead: 'Programs that you made and that other people can approve. A deleted program loses its access at once.',
  empty: 'You have registered no client.',
  create: createAClient,
  noRedirect: 'No redirect_uri',
  edit: edit,
  editThis: params(editNamed),
  test: 'Test',
  testThis: params('Test {name} (opens beside this page)'),
}

export const clientForm = {
  createTitle: createAClient,
  editTitle: 'Edit the client',
  name: 'Name (name)',
  website_url: 'Website (website_url)',
  image_url: 'Picture (image_url)',
  redirect_uri: 'Where answers go (redirect_uri)',
  allowed_origin: 'Origin of its pages (allowed_origin)',
  nameHelp: 'People see it when they are asked to let it in.',
  website_urlHelp: webAddressWrong,
  image_urlHelp: webAddressWrong,
  redirect_uriHelp: "It begins with https://, http://localhost or your app's own scheme. Its query is free.",
  allowed_originHelp: 'Without a redirect_uri, a page of this origin that opens the consent in a window is told the answer.',
  noName: 'A client needs a name.',
  staysSet: 'What was set once can be changed, and not emptied.',
  create: 'Create',
  save: save,
  cancel: cancel,
  back: 'All clients',
  created: 'The client is registered.',
  saved: 'Saved.',
}

export const clientKeys = {
  title: 'Keys',
  lead: 'The client_id is public. The client_secret belongs to the program alone: anyone who has it can impersonate the program.',
  copy: params('Copy {what}'),
  show: 'Show',
  hide: 'Hide',
  hidden: 'Hidden',
}

export const connectedAccounts = {
  title: 'Connected Accounts',
  lead: 'The ways to sign in to this account.',
  primary: 'primary',
  disconnect: 'Disconnect',
  sure: iAmSure,
  disconnecting: 'Disconnecting...',
  disconnectThis: params('Disconnect {name}'),
  disconnected: params(isDisconnected),
  add: addASignInMethod,
  notAdded: 'No sign-in method was added',
  none: noneYet,
}

export const chatList = {
  title: 'Conversations',
  lead: 'A deleted conversation leaves your list and comes back with the next message. Its messages stay.',
  empty: 'No conversations yet.',
  removed: params('Your conversation with {name} is removed from the list.'),
}

export const blockList = {
  title: 'Blocked People',
  lead: 'Nothing from them reaches you. People you remove from this list can write to you again.',
  empty: 'You have not blocked anyone.',
  unblocked: params('{name} unblocked'),
}

export const channelList = {
  title: 'Channels',
  lead: 'A channel that is deleted is gone for everybody who follows it.',
  empty: 'You have no channels.',
  tag: params('@{tag}'),
}

export const deleteAccount = {
  title: 'Delete Account',
  lead: 'All of your data on this server is deleted: messages, devices, channels, files. It cannot be restored.',
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
  hereLead: 'A browser that gets notifications while Waypost is closed is one of your devices.',
  empty: noDeviceListed,
  add: addADevice,
  unnamed: 'Device',
  nickname: params('Nickname of {name}'),
  online: 'Online',
}

export const emailAddress = {
  title: emailAddressLabel,
  lead: params('{email}. Other people find you by it.'),
  open: 'Change email address',
  email: 'New email address',
  help: 'A link is sent there. The address changes when you open it.',
  password: 'Current password',
  emailWrong: wholeEmailAddressLike,
  passwordMissing: currentPasswordMissing,
  send: sendTheLink,
  sent: params('A link is on its way to {email}. Your address changes when you open it, within 24 hours.'),
  folder: params(
    'This server sends no email. Ask its administrator for the link to {email}: it is in the mail folder of the server.',
  ),
}

export const encryptionWords = {
  title: 'End-to-end encryption',
  lead: 'With a password, only your own devices can read what is encrypted; the server cannot. Set the same password on every device.',
  on: 'A password is set in this browser.',
  off: 'No password is set in this browser.',
  label: 'Encryption password',
  help: 'It cannot be recovered. If you forget it, set a new one on every device.',
  weak: 'Short passwords can be guessed. Four or more random words are hard to guess.',
  fair: 'Better. A few more words make it hard to guess.',
  strong: 'Hard to guess.',
  show: 'Show the password',
  hide: 'Hide the password',
  save: save,
  clear: 'Clear',
  saved: 'The password is set.',
  cleared: 'The password is cleared.',
  notSaved: 'The password could not be kept in this browser: its storage is full.',
  broken: 'Something could not be encrypted in this browser and was not sent. Set the password again.',
  impossible:
    'This browser can encrypt only on a page that was opened over https or on the same machine (localhost). Open this server at such an address to set a password.',
  what: 'What is encrypted',
  encrypted: 'Encrypted',
  mirrors: 'Notifications that a phone mirrors to this browser',
  texts: 'Text messages, their threads and the phone book of a phone',
  remoteFiles: 'The lists of remote files: names, folders and small pictures',
  inClear: 'Not encrypted',
  pushes: 'Notes, links and files that you push or chat, and remote files that a device sends',
  names: 'The names of your devices, contacts and channels, and which of your devices are online',
}

export const encryptionDevices = {
  title: 'Your devices',
  lead: 'Devices tell each other a fingerprint of their password, never the password.',
  empty: noDeviceListed,
  same: 'The same password',
  different: 'Another password: it cannot read what is encrypted here, nor this browser what it encrypts',
  'missing-here': 'It has a password and this browser has none: this browser cannot read what it encrypts',
  'missing-there': 'No password: it cannot read what is encrypted here',
  none: 'No password',
}

export const openAt = {
  title: 'Open at',
  lead: 'Where a conversation opens if what is unread in it does not fit on the screen.',
  unread: 'First unread',
  newest: 'Newest',
}

export const linkPreviews = {
  title: 'Link previews',
  lead: 'When you send a link, this server opens it once and keeps its title, description and picture, so that you and the people who get it see where it leads. The other site sees this server, not you. It may notice that the link was opened, which matters for links that work only once.',
  choice: 'Preview links',
}

export const askBeforeFiles = {
  title: 'Files',
  lead: 'Files and pictures that you choose, paste or drop are shown before they are sent, and you can write a caption. Switched off, they are sent at once.',
  choice: 'Ask before sending files',
}

export const exportDataWords = {
  title: 'Export',
  lead: 'All data of this account in one file. A link to it is also emailed to you.',
  start: 'Export my data',
  requested: 'Export requested.',
  waiting: 'Export waiting to start.',
  other: params('Export {status}.'),
  download: 'Download the export',
  failed: 'The export was not started',
}

export const deleteHistory = {
  title: 'Delete push history',
  lead: 'Every message you sent or received is deleted, on all your devices. Others keep their copies.',
  delete: 'Delete all pushes',
  confirm: deleteIt,
  deleting: 'Your history is being deleted',
  deleted: 'Your history has been deleted',
}

export const mutedApps = {
  title: 'Muted apps of your phone',
  lead: 'Their notifications stay on the phone and are shown nowhere else. Apps are muted in the list',
  list: fromYourPhone,
  none: 'No app is muted.',
  unmute: 'Unmute',
  unmuteThis: params('Unmute {app}'),
  unmuted: params('{app} is not muted any more.'),
}

export const notificationSettings = {
  here: 'This browser',
  quiet: 'Quiet hours',
  lead: 'In these hours no device notifies you. What arrives stays unread, and reminders come all the same. A source can have hours of its own.',
  on: 'Quiet hours on',
  save: save,
  saved: saved,
  unsaved: notSavedYet,
}

export const outgoingWebhooks = {
  title: 'Webhooks',
  lead: 'Each new message of a conversation is sent on to an address of yours, signed so that it can be trusted. What fails is tried again for a day.',
  empty: 'No webhooks yet.',
  name: 'Name (optional)',
  url: 'Address',
  example: 'https://automation.example.org/waypost',
  needed: 'Type an address that begins with https:// or http://.',
  sent: 'Messages',
  all: 'All messages',
  self: 'Notes to yourself',
  create: 'Add a webhook',
  secret: 'Secret of the signature',
  once: 'This is the only time it is shown. Give it to the program that checks the signature.',
  full: params('An account has at most {most} webhooks.'),
  pause: 'Pause',
  pauseThis: params('Pause {name}'),
  resume: 'Resume',
  resumeThis: params('Resume {name}'),
  paused: 'Paused',
  nowPaused: params('{name} is paused.'),
  nowResumed: params('{name} goes on.'),
  failing: params('Failing since {time}'),
  attempts: 'Attempts',
  attemptsOf: params('Attempts of {name}'),
  hide: 'Hide attempts',
  none: 'Nothing was sent yet.',
  answered: params('{time}: answered {status} after {took} ms'),
  failed: params('{time}: {error}'),
  notSaved: saveFailed,
  notDeleted: "Couldn't delete the webhook. Try again.",
  gone: 'A conversation that is gone',
  unnamed: 'A webhook without a name',
}

export const privacy = {
  title: 'Privacy',
  presenceLead: 'Others see it, and you see theirs. Only people you have exchanged messages with.',
  presence: "Show when I'm online or typing",
  readsLead:
    'People see whether a message they sent you has arrived and whether you have read it, and you see the same of yours. Switch it off, and neither side sees either. People you block see nothing new.',
  reads: 'Show when I have read messages',
}

export const proPlan = {
  title: 'Pro plan',
  free: 'This account is on the Free plan.',
  yearly: params('This account is on the Pro plan, for {price} a year.'),
  monthly: params('This account is on the Pro plan, for {price} a month.'),
  given: 'This account has Pro, which an administrator of this server gave it.',
  administrator: 'This account has Pro, as every administrator of this server does.',
  everybody: 'Nothing is sold on this server: every account has all that Pro offers.',
  until: params('Pro is cancelled. This account keeps it until {date} and is on the Free plan from then on.'),
  cancelled: 'Pro is cancelled.',
  see: 'See the plans',
  cancel: 'Cancel Pro',
  keep: "Don't Cancel Pro",
  canceling: 'Cancelling...',
  refund: 'Within 72 hours of buying it you get all of the money back; later Pro stays until the time that is paid for is over.',
  resume: 'Resume Pro',
  resumed: 'Pro goes on.',
  notResumed: 'Pro was not resumed',
  failed: params('Sorry, cancelling Pro failed. Please try again or email us at {email}'),
  failedToo: params('Sorry, cancelling Pro failed. Please try again or write to us at {address}'),
}

export const profile = {
  title: 'Profile',
  lead: howOthersSeeYou,
  name: 'Name',
  picture: 'Picture',
  save: 'Save profile',
  saved: 'Your profile is saved.',
}

export const securityEvents = {
  title: 'Security events',
  lead: 'What changed in how this account is protected, and what administrators of this server did with it, within a year. If something here was not you, change your password and sign out all other devices.',
  entry: params(actBy),
}

export const usageWords = {
  title: 'Usage',
  storage: 'Storage',
  sms: 'SMS this month',
  of: params(usedOfLimit),
  unlimited: params('{used}, without a limit'),
}
