// What these screens say, in English.

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

const sourceNeedsName = 'A source needs a name.'
const replaceTokensOf = 'Replace tokens of {name}'
const oldTokensEnd = 'Programs that use the tokens from before can no longer send.'

export const sourceMembers = {
  title: 'Shared with',
  lead: 'People with an account here get every message from now on, once each, and can press its buttons. You alone change its settings.',
  email: emailAddressLabel,
  whole: wholeEmailAddress,
  share: 'Share',
  shared: params('Shared with {email}'),
  remove: remove,
  removeThis: params(removeNamed),
  removed: params('No longer shared with {name}'),
  removing: 'Removing...',
  notRemoved: "Couldn't end the sharing. Try again.",
  full: params('A source is shared with {most} people at most.'),
}

export const newSource = {
  title: 'New source',
  lead: 'A source lets a program or a machine write to you. What it sends is a conversation of its own, on all of your devices. Programs that can send to ntfy or Gotify can send here, with nothing changed but the address.',
  examples: 'Good for',
  kuma: 'Uptime Kuma',
  kumaMore: 'A site is down, or back',
  proxmox: 'Proxmox',
  proxmoxMore: 'A backup has failed',
  sonarr: 'Sonarr',
  sonarrMore: 'A new episode is there',
  home: 'Home Assistant',
  homeMore: 'The washing is done',
  script: 'A shell script',
  scriptMore: 'A long job has ended',
  github: 'GitHub',
  githubMore: 'A build is broken',
  name: 'Name',
  nameHelp: 'What you call the program or the machine.',
  picture: 'Picture',
  needed: sourceNeedsName,
  create: 'Create',
  waits: 'Create waits for the picture.',
}

export const setUpSource = {
  once: 'These lines have the tokens of this source. Whoever has one can write to this source and do nothing else. They are shown only now: copy what you need.',
  hidden: 'The tokens of this source were shown when they were made. Put yours in the place of TOKEN, or replace them.',
  ways: 'Kind of program',
  curl: 'Shell',
  ntfy: 'ntfy',
  gotify: 'Gotify',
  apprise: 'Apprise',
  webhook: 'Webhook',
  email: 'Email',
  emailLead: 'For programs that can only send emails. Subject, text and attachments become a message:',
  curlLead: 'From any shell, or as the last line of a script:',
  ntfyLead: 'A program that can send to ntfy asks for these:',
  server: 'Server',
  topic: 'Topic',
  token: 'Access token',
  together: 'Or all in one address:',
  gotifyLead: 'A program that can send to Gotify asks for these:',
  gotifyToken: 'Application token',
  appriseLead: 'For Apprise, and for programs that use it. Either of the two works:',
  webhookLead:
    'For services that send JSON to an address, such as GitHub, Grafana or Alertmanager. How it becomes a message is in the settings of the source.',
  settings: 'Webhook settings',
  local: params(
    'Other machines can’t reach {origin}: that address means “this computer”. Use the address that your server has in the network.',
  ),
  replace: 'Replace tokens',
  replaceThis: params(replaceTokensOf),
  replaceLead: oldTokensEnd,
  replacing: 'Replacing...',
  replaced: 'New tokens made',
  waiting: 'Waiting for the first message. It appears here by itself.',
  arrived: 'Arrived',
  first: params('First message: {words}'),
}

export const sourcePage = {
  setup: params('Set up {name}'),
  settings: params('Settings of {name}'),
  conversation: 'Open the conversation',
  theirs: params('{owner} shares {name} with you, and alone changes it. You can mute it or leave it in its menu.'),
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
  priority: 'Priority of messages that name none',
  min: 'Lowest',
  low: 'Low',
  usual: 'Usual',
  high: 'Important',
  max: 'Urgent',
  age: 'Keep messages',
  count: 'Keep at most',
  lead: 'What is older or more is deleted by itself.',
  notSaved: saveFailed,
  saved: saved,
}

export const sourceAccess = {
  title: 'Who may write',
  lead: 'Programs with a token of this source. They may write to it and do nothing else.',
  topic: 'Topic',
  setup: howToSendToIt,
  open: 'Anyone who knows the topic may write',
  openMore: params(
    'Whoever has the address {address} can send without a token. Only the topic keeps others out, so keep it hard to guess.',
  ),
  made: params('The tokens were made on {day}.'),
  replace: 'Replace tokens',
  replaceThis: params(replaceTokensOf),
  replaceLead: oldTokensEnd,
  replacing: 'Replacing...',
  notSaved: saveFailed,
  saved: saved,
}

export const deleteSource = {
  title: 'Delete this source',
  lead: 'It is gone with all of its messages, for everybody it is shared with. Programs can no longer send to it.',
  delete: deleteIt,
  deleteThis: params('Delete {name}'),
  deleting: deleting,
  deleted: params(isDeleted),
}

export const sourceQuietHours = {
  title: 'Quiet hours',
  lead: 'Only for you. In quiet hours its messages arrive without a notification.',
  follow: 'My quiet hours hold for it',
  own: 'It has hours of its own',
  ignore: 'It notifies at any time',
  mine: 'My quiet hours',
  save: save,
  unsaved: notSavedYet,
  notSaved: saveFailed,
  saved: saved,
}

export const sourceWebhook = {
  title: 'Webhook',
  lead: 'How the JSON that a service sends to the webhook address becomes a message.',
  format: 'Format',
  any: 'Recognized by itself',
  templates: 'Own templates',
  templatesLead: 'Templates in Liquid. The payload is {{ payload }}, and its fields are there by their names, e.g. {{ title }}.',
  forTitle: 'Title',
  forBody: 'Text',
  forUrl: 'Address that a press opens',
  forPriority: 'Priority, 1 to 5',
  forLabels: 'Labels, with commas',
  secret: 'Secret for signatures',
  secretHelp: 'If the service signs what it sends, only what carries the right signature is taken.',
  secretSet: 'A secret is set. Type another one to replace it.',
  clearSecret: 'Remove the secret',
  save: save,
  saved: saved,
  try: 'Try it',
  tryLead: 'With the last payload that came. Nothing is sent.',
  payload: 'Payload',
  result: 'Message',
  none: 'No payload has come yet. Send one to the webhook address, and try again.',
  recognized: params('Read as {preset}'),
  priority: params('Priority {priority}'),
}

export const sourceRetention = {
  always: 'For ever',
  all: 'All',
  days: count({ one: '{count} day', other: '{count} days' }),
  seconds: count({ one: '{count} second', other: '{count} seconds' }),
  newest: params('The newest {number}'),
}
