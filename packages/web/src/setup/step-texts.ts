// Holds the texts of the checklist's steps: name, why and how.

import { i18n } from '../ui/language.ts'

/** The names of the checklist's steps. */
export const stepNames = i18n('setup-names', {
  mobile: 'Mobile',
  desktop: 'Desktop',
  sms: 'SMS',
  notifications: 'Notifications',
  links: 'Links',
  files: 'Files',
  chat: 'Chat',
  channels: 'Channels',
  invite: 'Invite',
})

/** Why to do a step, in one sentence. */
export const stepLeads = i18n('setup-leads', {
  mobile: 'Your phone and your computer in one place: what you send on one is on the other at once.',
  desktop: 'A computer of yours shows what arrives, and takes what you send to it.',
  sms: 'Write text messages on this keyboard; your phone sends them.',
  notifications: 'Hear of what arrives while you are doing something else.',
  links: 'Found something worth reading? It arrives as a card that opens with one press.',
  files: 'Pictures and papers go the same way: no cable, no attachment.',
  chat: 'An email address is all it takes to write to somebody.',
  channels: 'Follow a channel, and what it posts arrives here.',
  invite: 'It is more fun together: bring the people whom you write to most.',
})

/** How to do a step. */
export const stepHows = i18n('setup-hows', {
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
})
