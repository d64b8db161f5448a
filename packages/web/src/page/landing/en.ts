// What these screens say, in English.

import { noNewAccounts, signInTitle } from '../../ui/words/en.ts'
import { params } from '../../ui/words/fill.ts'

export const landingCompared = {
  title: 'How it compares',
  what: 'What',
  yes: 'yes',
  no: 'no',
  server: 'Your own server',
  needsNone: 'needs none',
  away: 'Works away from home',
  history: 'Conversations with history',
  sms: 'SMS from the computer',
  android: 'Android',
  files: 'Files of another machine',
  store: "App in a phone's store",
  webApp: 'no, a web app',
  encryption: 'End-to-end encryption',
  some: 'texts, mirrored notifications; not conversations',
  someToo: 'texts, mirrored notifications',
  checked: 'As of their public documentation in November 2026.',
}

export const landingWords = {
  title: 'What you send is already there.',
  lead: 'Notes, links, files and texts between your phone, your computers and the people you know. Free software, on a server of your own.',
  create: 'Create account',
  signIn: signInTitle,
  invite: 'New here? This server takes new accounts by invitation: open the link in yours.',
  closed: noNewAccounts,
  run: 'Or run it yourself: Node.js 20 or newer, one command, no other parts.',
}

export const landingScenes = {
  texts: 'Text from a real keyboard',
  textsMore: 'Your Android phone sends and receives. You read and write on any screen, with the whole thread in front of you.',
  files: "Any machine's files, from here",
  filesMore: 'Browse the folders you chose to share on a computer or a server, and have one file sent to where you are.',
  notices: 'Everything that notifies, in one place',
  noticesMore:
    "Your phone's notifications, a feed, a build that broke, the door bell: one list, searchable, on every device. From a script it is one line.",
  build: params('curl -u $TOKEN: {server}/v2/pushes -d title=Build -d body="main failed"'),
}

export const landingForWhom = {
  person: 'For one person',
  personMore: 'Three machines, a phone, and no more emails to yourself.',
  family: 'For a family or a team',
  familyMore: 'Conversations and files on a machine you know.',
  scripts: 'For scripts and servers',
  scriptsMore: 'A public API, web hooks by curl, RSS channels.',
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
  texts: 'A conversation in texts through a phone',
  through: '+44 7700 900123 · through Pixel 8',
  roof: 'On the roof at work. Come by some time!',
  cake: 'Friday? I bring the cake.',
  now: 'Now',
  field: 'Text message to Mia Torres',
  files: 'A folder of another computer, from which a file is being uploaded',
  home: 'Home',
  pictures: 'Pictures',
  coast: 'Coast',
  sunrise: 'Before sunrise',
  ferry: 'Last ferry',
  noon: 'Noon',
  ridge: 'Red ridge',
  uploading: 'uploading... 3.1 MB',
  notices: 'A list of notices of a build, a phone and a channel',
  build: 'Build',
  buildLine: 'main failed: 2 of 1,204 tests',
  phone: 'Phone',
  phoneLine: 'Calendar: dentist at 16:00',
  news: 'Ferry back in service',
}
