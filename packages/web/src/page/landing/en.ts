import { noNewAccounts, signInTitle } from '../../ui/words/en.ts'
import { params } from '../../ui/words/fill.ts'

export const landingCompared = {
  title: 'How it compares',
  what: 'Feature',
  yes: 'yes',
  no: 'no',
  server: 'Your own server',
  needsNone: 'not needed',
  away: 'Works away from home',
  history: 'Conversations with history',
  sms: 'SMS from your computer',
  android: 'Android',
  files: 'Access another machine’s files',
  store: 'App in a phone’s app store',
  webApp: 'no, a web app',
  encryption: 'End-to-end encryption',
  some: 'texts and mirrored notifications, not conversations',
  someToo: 'texts and mirrored notifications',
  checked: 'According to their public documentation in November 2026.',
}

export const landingWords = {
  title: 'What you send is already there.',
  lead: 'Notes, links, files and texts between your phone, your computers and the people you know. Free software, on your own server.',
  create: 'Create account',
  signIn: signInTitle,
  invite: 'New here? This server is invite-only. Open the link in your invitation.',
  closed: noNewAccounts,
  run: 'Or run it yourself: Node.js 20 or later, one command, nothing else to install.',
}

export const landingScenes = {
  texts: 'Text from a real keyboard',
  textsMore: 'Your Android phone sends and receives. Read and write on any screen, with the whole conversation in view.',
  files: 'Any machine’s files, from here',
  filesMore: 'Browse the folders you share from a computer or server, and bring a file to where you are.',
  notices: 'All your notifications in one place',
  noticesMore:
    'Your phone’s notifications, a feed, a broken build, the doorbell: one searchable list on every device. From a script, it’s one line.',
  build: params('curl -u $TOKEN: {server}/v2/pushes -d title=Build -d body="main failed"'),
}

export const landingForWhom = {
  person: 'For yourself',
  personMore: 'Three machines, a phone, and no more emails to yourself.',
  family: 'For a family or a team',
  familyMore: 'Conversations and files on a machine you trust.',
  scripts: 'For scripts and servers',
  scriptsMore: 'A public API, webhooks, one-line curl commands and RSS channels.',
}

export const landingStage = {
  label: 'A conversation in Waypost on a computer, and the same account on a phone',
  search: 'Search',
  online: 'Online · mira@example.org',
  today: 'Today',
  new: '3 new',
  ferry: 'We could take the 9:12 and walk from the ferry.',
  you: 'You',
  path: 'Yes! Eleven kilometres along the cliffs, all of it signposted.',
  coves: 'The three coves on the way.',
  booked: 'Booked. Two rooms, sea side.',
  seen: 'Sent · Seen 14:06',
  toMira: 'Message to Mira Lindqvist',
  me: 'Me',
  devices: '3 devices',
  shopping: 'Milk, flour, and the blue paint',
  bread: 'Bread with three ingredients',
  sent: 'Sent',
  toMe: 'Message to Me',
  yourBooked: 'You: Booked. Two rooms, sea side.',
  pictures: '4 pictures · The ferry at six',
  typing: 'typing…',
  voice: 'Voice message, 0:18',
  contract: 'contract-v3.pdf',
  yesterday: 'Yesterday',
}

export const landingExamples = {
  texts: 'A text conversation through a phone',
  through: '+44 7700 900123 · through Pixel 8',
  roof: 'On the roof at work. Come by some time!',
  cake: 'Friday? I’ll bring cake.',
  now: 'Now',
  field: 'Text message to Mia Torres',
  files: 'A folder on another computer, with one file uploading',
  home: 'Home',
  pictures: 'Pictures',
  coast: 'Coast',
  sunrise: 'Before sunrise',
  ferry: 'Last ferry',
  noon: 'Noon',
  ridge: 'Red ridge',
  uploading: 'uploading... 3.1 MB',
  notices: 'Notifications from a build, a phone and a channel',
  build: 'Build',
  buildLine: 'main failed: 2 of 1,204 tests',
  phone: 'Phone',
  phoneLine: 'Calendar: dentist at 16:00',
  news: 'Ferry back in service',
}
