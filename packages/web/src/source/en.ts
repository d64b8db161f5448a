import {
  deleteIt,
  deleting,
  emailAddressLabel,
  howToSendToIt,
  isDeleted,
  nameAndPicture,
  notSavedYet,
  remove,
  removeNamed,
  save,
  saved,
  saveFailed,
  wholeEmailAddress,
} from '../ui/words/en.ts'
import { count, params } from '../ui/words/fill.ts'

const sourceNeedsName = 'Enter a name.'
const replaceTokensOf = 'Replace tokens of {name}'
const oldTokensEnd = 'Programs with the old tokens can no longer send.'

export const sourceMembers = {
  title: 'Shared with',
  lead: 'People with an account here get every message from now on and can press its buttons. Only you can change its settings.',
  email: emailAddressLabel,
  whole: wholeEmailAddress,
  share: 'Share',
  shared: params('Shared with {email}'),
  remove: remove,
  removeThis: params(removeNamed),
  removed: params('No longer shared with {name}'),
  removing: 'Removing…',
  notRemoved: 'Couldn’t stop sharing. Try again.',
  full: params('You can share a source with up to {most} people.'),
}

export const newSource = {
  title: 'New source',
  lead: 'A source lets a program or machine write to you. Its messages get a conversation of their own, on all your devices. Anything that works with ntfy or Gotify works here: just change the address.',
  examples: 'Good for',
  kuma: 'Uptime Kuma',
  kumaMore: 'A site is down, or back up',
  proxmox: 'Proxmox',
  proxmoxMore: 'A backup failed',
  sonarr: 'Sonarr',
  sonarrMore: 'A new episode is out',
  home: 'Home Assistant',
  homeMore: 'The laundry is done',
  script: 'A shell script',
  scriptMore: 'A long job has finished',
  github: 'GitHub',
  githubMore: 'A build failed',
  name: 'Name',
  nameHelp: 'The name of the program or machine.',
  picture: 'Picture',
  needed: sourceNeedsName,
  create: 'Create',
  waits: 'You can create it when the picture has uploaded.',
}

export const setUpSource = {
  once: 'These commands contain the source’s tokens. Anyone with a token can write to this source, and nothing more. You won’t see them again, so copy what you need.',
  hidden: 'Tokens are shown only once, when they are created. Put yours in place of TOKEN, or replace them.',
  ways: 'Type of program',
  curl: 'Shell',
  ntfy: 'ntfy',
  gotify: 'Gotify',
  apprise: 'Apprise',
  webhook: 'Webhook',
  email: 'Email',
  emailLead: 'For programs that can only send email. Subject, text and attachments become a message:',
  curlLead: 'From any shell, or as the last line of a script:',
  ntfyLead: 'In a program that sends to ntfy, enter:',
  server: 'Server',
  topic: 'Topic',
  token: 'Access token',
  together: 'Or all in one address:',
  gotifyLead: 'In a program that sends to Gotify, enter:',
  gotifyToken: 'Application token',
  appriseLead: 'For Apprise and programs that use it. Either one works:',
  webhookLead:
    'For services that send JSON, such as GitHub, Grafana or Alertmanager. Choose how it becomes a message in the source settings.',
  settings: 'Webhook settings',
  local: params(
    'Other machines can’t reach {origin}, because that address means “this computer”. Use your server’s network address.',
  ),
  replace: 'Replace tokens',
  replaceThis: params(replaceTokensOf),
  replaceLead: oldTokensEnd,
  replacing: 'Replacing…',
  replaced: 'New tokens created',
  waiting: 'Waiting for the first message. It appears here automatically.',
  arrived: 'Arrived',
  first: params('First message: {words}'),
}

export const sourcePage = {
  setup: params('Set up {name}'),
  settings: params('Settings of {name}'),
  conversation: 'Open conversation',
  theirs: params('{owner} shares {name} with you and manages it. You can mute or leave it from its menu.'),
}

export const sourceLooks = {
  title: nameAndPicture,
  name: 'Name',
  needed: sourceNeedsName,
  description: 'Description',
  picture: 'Picture',
  save: save,
  saved: saved,
}

export const sourceMessages = {
  title: 'Messages',
  priority: 'Default priority',
  min: 'Lowest',
  low: 'Low',
  usual: 'Normal',
  high: 'Important',
  max: 'Urgent',
  age: 'Keep messages',
  count: 'Keep at most',
  lead: 'Older messages, and those above the limit, are deleted automatically.',
  notSaved: saveFailed,
  saved: saved,
}

export const sourceAccess = {
  title: 'Who can write',
  lead: 'Programs with a token of this source can write to it, and nothing else.',
  topic: 'Topic',
  setup: howToSendToIt,
  open: 'Anyone who knows the topic can write',
  openMore: params(
    'Anyone with the address {address} can send without a token. Only the topic protects it, so keep it hard to guess.',
  ),
  made: params('Tokens created on {day}.'),
  replace: 'Replace tokens',
  replaceThis: params(replaceTokensOf),
  replaceLead: oldTokensEnd,
  replacing: 'Replacing…',
  notSaved: saveFailed,
  saved: saved,
}

export const deleteSource = {
  title: 'Delete this source',
  lead: 'This deletes the source and all its messages for everyone you share it with. Programs can no longer send to it.',
  delete: deleteIt,
  deleteThis: params('Delete {name}'),
  deleting: deleting,
  deleted: params(isDeleted),
}

export const sourceQuietHours = {
  title: 'Quiet hours',
  lead: 'Only for you. During quiet hours, its messages arrive without a notification.',
  follow: 'Use my quiet hours',
  own: 'Use its own quiet hours',
  ignore: 'Always notify me',
  mine: 'My quiet hours',
  save: save,
  unsaved: notSavedYet,
  notSaved: saveFailed,
  saved: saved,
}

export const sourceWebhook = {
  title: 'Webhook',
  lead: 'Choose how the JSON sent to the webhook address becomes a message.',
  format: 'Format',
  any: 'Detect automatically',
  templates: 'Custom templates',
  templatesLead: 'Use Liquid templates. {{ payload }} is the whole payload; use its fields by name, such as {{ title }}.',
  forTitle: 'Title',
  forBody: 'Text',
  forUrl: 'Address to open',
  forPriority: 'Priority, 1 to 5',
  forLabels: 'Labels, separated by commas',
  secret: 'Signing secret',
  secretHelp: 'If the service signs what it sends, only messages with a valid signature are accepted.',
  secretSet: 'A secret is set. Enter another to replace it.',
  clearSecret: 'Remove secret',
  save: save,
  saved: saved,
  try: 'Try it',
  tryLead: 'Uses the last payload received. Nothing is sent.',
  payload: 'Payload',
  result: 'Message',
  none: 'No payload received yet. Send one to the webhook address, then try again.',
  recognized: params('Read as {preset}'),
  priority: params('Priority {priority}'),
}

export const sourceRetention = {
  always: 'Forever',
  all: 'All',
  days: count({ one: '{count} day', other: '{count} days' }),
  seconds: count({ one: '{count} second', other: '{count} seconds' }),
  newest: params('Latest {number}'),
}
