// What these screens say, in English.

import { done, doneOfAll, followAndGet, retry, signInAPhone, undo } from '../ui/words/en.ts'
import { params } from '../ui/words/fill.ts'

export const setupEnd = {
  expert: 'Congratulations, you are an expert!',
  expertMore: 'Every step of the checklist is behind you. Once you are done, Setup leaves the list of sections.',
  finish: "I'm done!",
  restart: 'Restart',
  restarted: 'The checklist starts again',
  undo: undo,
}

export const setup = { progress: 'Progress', ticked: params('{name} is done') }

export const setupList = { done: done, skipped: 'Skipped', open: 'To do' }

export const setupProgress = { label: 'Progress', of: params(doneOfAll) }

export const setupDoing = {
  get: 'Get it',
  install: 'Or install this page as an app: it gets a window and an icon of its own, and is a device, too.',
  signInPhone: signInAPhone,
  companion: 'Install the companion on Android',
  here: params('{name} is connected. If that is the computer you meant, press Done.'),
  text: 'Write a text message',
  phone: 'Connect a phone',
  link: 'Send a link',
  write: params('Write to {name}'),
  start: 'Start a conversation',
  follow: 'Follow something',
  invite: 'Invite a friend',
}

export const setupNotifications = {
  sampleTitle: 'Notifications are on',
  sampleBody: 'This is what one looks like.',
}

export const setupFiles = {
  choose: 'Choose a file',
  me: 'Me',
  uploading: params('{percent} % of {name}'),
  percent: params('{percent} %'),
  sending: 'Sending',
  failed: 'not sent',
  retry: retry,
  again: 'Choose it again',
  discard: 'Discard',
}

export const setupStep = {
  done: done,
  skip: 'Skip',
  skipped: 'Skipped',
  help: 'Help',
  helpBeside: params('Help with {name} (opens beside this page)'),
  wasSkipped: params('{name} is skipped'),
  undo: undo,
  open: 'Not done yet',
  next: params('Next: {name}'),
  progress: 'See your progress',
}

export const setupNames = {
  mobile: 'Mobile',
  desktop: 'Desktop',
  sms: 'SMS',
  notifications: 'Notifications',
  links: 'Links',
  files: 'Files',
  chat: 'Chat',
  channels: 'Channels',
  invite: 'Invite',
}

export const setupLeads = {
  mobile: 'Your phone and your computer in one place: what you send on one is on the other at once.',
  desktop: 'A computer of yours shows what arrives, and takes what you send to it.',
  sms: 'Write text messages on this keyboard; your phone sends them.',
  notifications: 'Hear of what arrives while you are doing something else.',
  links: 'Found something worth reading? It arrives as a card that opens with one press.',
  files: 'Pictures and papers go the same way: no cable, no attachment.',
  chat: 'An email address is all it takes to write to somebody.',
  channels: followAndGet,
  invite: 'It is more fun together: bring the people whom you write to most.',
}

export const setupHows = {
  mobile:
    'Scan a QR code with your phone and press Allow here: the phone is signed in, and this step ticks itself. On Android, the companion adds texting and notifications.',
  mobileHere:
    'You are on a phone: install this page as an app, and it is a device of yours. On Android, the companion adds texting and notifications. Another phone is signed in with a QR code.',
  desktop: 'Install the companion there and sign in with it. This step ticks itself as soon as the computer has connected.',
  sms: 'It takes an Android phone with the companion. Send one text message from here, and this step is done.',
  notifications: 'Your browser asks you once; nothing is shown before you have allowed it.',
  links: 'Paste an address into a conversation and press Enter. The first one that you send to somebody ticks this step.',
  files: 'Choose a file here, or drop one on this page: it goes to your own conversation, where all of your devices see it.',
  chat: 'Start a conversation and write a line. What you send waits for people who are not here yet.',
  channels: 'Look for one by its tag. You can leave it again at any time.',
  invite: 'Pick one or several friends; each gets an email with your name in it. The first invitation ticks this step.',
}
