// What these screens say, in English.

import { cancel, done, showANewCode } from '../../ui/words/en.ts'
import { params } from '../../ui/words/fill.ts'
import { addAnAndroidPhone } from '../en.ts'

const theCodeIsCode = 'The code is {code}.'

export const androidPhone = {
  title: addAnAndroidPhone,
  lead: 'A free app does everything on the phone. There are two ways, and a phone can have both.',
  atHome: 'At home: everything',
  atHomeMore:
    'Texts, notifications with reply, calls, files and the clipboard, while the phone and a computer of yours are in the same network or VPN.',
  fromAnywhere: 'From anywhere: texts',
  fromAnywhereMore: 'Texts through the phone wherever it is, without a computer. No notifications, and no pictures out.',
  otherWays: 'Only a browser on the phone, or the companion in Termux?',
  otherWaysLink: 'All ways to add a device',
}

export const phoneAtHome = {
  install: 'Install KDE Connect on the phone',
  scan: 'Point the camera of the phone at the code. Version 1.33 or later is needed.',
  version: 'Version 1.33 or later is needed.',
  code: 'QR code of KDE Connect’s page on F-Droid',
  fDroid: 'KDE Connect on F-Droid',
  play: 'On Google Play',
  find: 'Let a computer look for the phone',
  pair: 'Compare the code, and accept',
  asking: 'Asking your computers',
  choose: 'Which computer looks?',
  none: 'A computer at home speaks to the phone, through the companion. None of your devices is one yet.',
  get: 'Install the companion',
  away: params('{computer} doesn’t answer. Switch it on, and let the companion run there:'),
  allAway: 'None of your computers answers. Switch one on, and let the companion run there:',
  update: 'Does it run already? An older one can’t look for phones: install it again.',
  again: 'Ask again',
}

export const phoneFromAnywhere = {
  install: 'Install SMS Gateway for Android on the phone',
  scan: 'Point the camera of the phone at the code, and install the APK file of the latest release. Android asks whether that is allowed.',
  here: 'Install the APK file of the latest release. Android asks whether that is allowed.',
  code: 'QR code of SMS Gateway’s latest release on GitHub',
  gitHub: 'SMS Gateway on GitHub',
  name: 'On the phone it is called SMSGate.',
  signIn: 'Set it to this server, and sign in',
  loading: 'Loading your devices',
  signedIn: params('{name} is signed in.'),
  run: 'Let it run',
  permit: 'Allow what the app asks for: to send, receive and read texts.',
  restart:
    'When it says “Settings changed via API”, restart it. This server has set its notification channel to “SSE Only”, so that texts reach the phone at once.',
  battery: 'In its settings under System, switch off Battery optimization. On its Home page, switch on Start on boot.',
  waiting: 'Waiting for the phone. It appears here by itself.',
  connected: params('{name} is connected'),
  next: 'Texts that arrive on it from now on are in Texting.',
  write: 'Open Texting',
  about: 'Show the device',
  limits: 'What this way cannot do',
  pictures: 'Send pictures, or write to a group: a text to several people goes to each of them separately.',
  others: 'Show notifications, calls and contacts of the phone, or send files and links to it.',
  before: 'Show texts from before the phone was connected, or texts that are written on it.',
  reads: 'Hide texts from this server: it passes them on, so it reads them. End-to-end encryption needs the other way.',
}

export const gatewayCode = {
  lead: 'The app needs the address of this server and a code of six digits, which lets one phone in.',
  show: 'Show the code',
  again: showANewCode,
  another: 'Add another phone',
  address: 'In the app, open Settings, Cloud server…, API URL, and set it to this address:',
  signIn:
    'On its Home page, switch on Cloud server and press the button at the bottom. Choose “By Code”, type this code, and press Continue:',
  code: params(theCodeIsCode),
  left: params('It works for {time} more.'),
  over: 'This code has expired.',
  refused: 'Doesn’t the app take it? After five wrong ones it needs a new code.',
  failed: 'Couldn’t make a code. Try again.',
  offline: 'You are offline. A code can be made once the connection is back.',
  insecure:
    'The app takes only addresses that begin with https, and this server has none. Its operator can change that with one setting: see “HTTPS” in docs/self-hosting.md.',
  contact: 'Ask the operator',
  sealed:
    'An encryption password is set. This server passes texts of this way on, and therefore reads them, so this way doesn’t work while the password is set.',
  settings: 'Encryption settings',
}

export const lookForPhone = {
  looks: params('{companion} looks for it, for five minutes.'),
  look: 'Look for the phone',
  again: 'Look again',
  open: params('{companion} is looking. Open KDE Connect on the phone, in the same network.'),
  over: 'No phone was paired within five minutes. Is it in the same network, with KDE Connect open?',
  found: params('Found {name}'),
  foundHere: 'Phones found',
  pair: 'Pair',
  pairThis: params('Pair {name}'),
  pairHint: 'Or ask to pair on the phone.',
  paired: 'Paired already',
  compare: 'Compare the code below.',
  stopped: params('{companion} has stopped answering. Is it on, and does “waypost run” run there? It goes on once it is back.'),
  elsewhere: 'Not found? Type its address',
  address: 'Address of the phone',
  addressHelp: 'In a VPN such as Tailscale, or where networks are kept apart. The phone needs no setting for it.',
  lookThere: 'Look there',
  noAddress: 'Type an address such as 100.101.102.103 or pixel.example.ts.net.',
}

export const phoneOffline = {
  offline: 'You are offline. This goes on once the connection is back.',
}

export const pairPhone = {
  later: params(
    'Press Pair here, or choose “{companion}” in KDE Connect on the phone and ask there. Both screens then show the same code.',
  ),
  asks: params('{name} wants to be paired'),
  isAsked: params('{name} was asked to pair'),
  code: params(theCodeIsCode),
  same: 'Same on both?',
  warning: 'Accept only if the phone in your hand shows this code.',
  acceptThere: 'Accept there if the phone shows this code.',
  accept: 'Accept',
  refuse: 'Refuse',
  cancel: cancel,
  notAnswered: params('{name} was not paired: it was refused there, or not answered within half a minute.'),
  asksNoMore: params('{name} doesn’t ask any more. Ask there again.'),
  refused: params('{name} was not paired.'),
  paired: params('{name} is paired'),
  charge: params('Its battery: {battery}.'),
  permit: 'What the phone still has to permit is shown here as it changes.',
  battery:
    'Then switch off battery optimisation for KDE Connect in Android’s settings, or the connection ends while the screen is off.',
  away: params('{name} is away just now. Switch its screen on.'),
  registering: 'Making it one of your devices',
  done: done,
  texts: 'Read its texts',
}
