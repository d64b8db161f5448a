import { done, doneOfAll, followAndGet, retry, signInAPhone, undo } from '../ui/words/en.ts'
import { params } from '../ui/words/fill.ts'

export const setupEnd = {
  expert: 'Congratulations, you’re an expert!',
  expertMore: 'You’ve finished every step. Press the button to remove Setup from the sections.',
  finish: "I'm done!",
  restart: 'Restart',
  restarted: 'Checklist restarted',
  undo: undo,
}

export const setup = { progress: 'Progress', ticked: params('{name} is done') }

export const setupList = { done: done, skipped: 'Skipped', open: 'To do' }

export const setupProgress = { label: 'Progress', of: params(doneOfAll) }

export const setupDoing = {
  get: 'Get it',
  install: 'Or install this page as an app. It gets its own window and icon, and becomes one of your devices.',
  signInPhone: signInAPhone,
  companion: 'Install the companion on Android',
  here: params('{name} is connected. If that’s the computer you meant, press Done.'),
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
  sampleBody: 'This is what a notification looks like.',
}

export const setupFiles = {
  choose: 'Choose a file',
  me: 'Me',
  uploading: params('{percent}% of {name}'),
  percent: params('{percent}%'),
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
  helpBeside: params('Help with {name} (opens in a new tab)'),
  wasSkipped: params('{name} skipped'),
  undo: undo,
  open: 'Not done yet',
  next: params('Next: {name}'),
  progress: 'See progress',
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
  mobile: 'Your phone and computer in one place: what you send on one appears on the other.',
  desktop: 'Get what arrives on your computer, and send things to it.',
  sms: 'Write texts on this keyboard and send them from your phone.',
  notifications: 'Know what arrives while you’re doing something else.',
  links: 'Found something worth reading? Send the link, and it opens with one press.',
  files: 'Pictures and documents go the same way: no cables, no attachments.',
  chat: 'You can write to anyone with an email address.',
  channels: followAndGet,
  invite: 'Better together: bring the people you write to most.',
}

export const setupHows = {
  mobile:
    'Scan a QR code with your phone and press Allow here. Your phone is signed in, and this step is done. On Android, the companion adds texting and notifications.',
  mobileHere:
    'You’re on a phone. Install this page as an app to make it one of your devices. On Android, the companion adds texting and notifications. To sign in another phone, use a QR code.',
  desktop: 'Install the companion on your computer and sign in. This step is done as soon as it connects.',
  sms: 'You need an Android phone with the companion. Send one text from here to finish this step.',
  notifications: 'Your browser asks once. You see no notifications until you allow them.',
  links: 'Paste a link into a conversation and press Enter. Sending your first link finishes this step.',
  files: 'Choose a file here, or drop one on this page. It goes to your own conversation, on all your devices.',
  chat: 'Start a conversation and send a message. If they aren’t here yet, it waits for them.',
  channels: 'Find a channel by its tag. You can unfollow it anytime.',
  invite: 'Choose one or more friends. Each gets an email from you. Your first invitation finishes this step.',
}
