import { cancel, done, showANewCode } from '../../ui/words/en.ts'
import { params } from '../../ui/words/fill.ts'
import { addAnAndroidPhone } from '../en.ts'

const theCodeIsCode = 'The code is {code}.'

export const androidPhone = {
  title: addAnAndroidPhone,
  lead: 'Pick one of two free apps for your phone, or use both.',
  atHome: 'At home: everything',
  atHomeMore:
    'Texts, notifications with replies, calls, files and the clipboard, while the phone and one of your computers share a network or VPN.',
  fromAnywhere: 'From anywhere: texts',
  fromAnywhereMore: 'Texts through your phone wherever it is, without a computer. No notifications, and you can’t send pictures.',
  otherWays: 'Only want a browser on the phone, or the companion in Termux?',
  otherWaysLink: 'All ways to add a device',
}

export const phoneAtHome = {
  install: 'Install KDE Connect on your phone',
  scan: 'Point your phone’s camera at the code. You need version 1.33 or later.',
  version: 'You need version 1.33 or later.',
  code: 'QR code for KDE Connect on F-Droid',
  fDroid: 'KDE Connect on F-Droid',
  play: 'On Google Play',
  find: 'Find the phone from a computer',
  pair: 'Compare the codes and accept',
  asking: 'Checking your computers…',
  choose: 'Which computer should look for it?',
  none: 'A computer at home connects to your phone through the companion. None of your devices runs it yet.',
  get: 'Install the companion',
  away: params('{computer} doesn’t answer. Turn it on and start the companion there:'),
  allAway: 'None of your computers answers. Turn one on and start the companion there:',
  update: 'Already running? Older companions can’t find phones: install it again.',
  again: 'Check again',
}

export const phoneFromAnywhere = {
  install: 'Install SMS Gateway for Android on your phone',
  scan: 'Point your phone’s camera at the code and install the APK of the latest release. Allow the install when Android asks.',
  here: 'Install the APK of the latest release. Allow the install when Android asks.',
  code: 'QR code for SMS Gateway’s latest release on GitHub',
  gitHub: 'SMS Gateway on GitHub',
  name: 'Its name on the phone is SMSGate.',
  signIn: 'Connect it to this server',
  loading: 'Loading your devices…',
  signedIn: params('{name} is signed in.'),
  run: 'Turn it on',
  permit: 'Let the app send, receive and read texts when it asks.',
  restart:
    'When it says “Settings changed via API”, restart it. This server sets its notification channel to “SSE Only”, so that texts reach the phone right away.',
  battery: 'In its settings under System, turn off Battery optimization. On its Home page, turn on Start on boot.',
  waiting: 'Waiting for the phone. It appears here automatically.',
  connected: params('{name} is connected'),
  next: 'Texts it receives from now on appear in Texting.',
  write: 'Open Texting',
  about: 'Show device',
  limits: 'What it can’t do',
  pictures: 'Send pictures or write to a group: each person gets a text of their own.',
  others: 'Show the phone’s notifications, calls and contacts, or send files and links to it.',
  before: 'Show texts from before you connected it, or texts written on the phone.',
  reads: 'Keep texts private from this server, which passes them on. For end-to-end encryption, use the other app.',
}

export const gatewayCode = {
  lead: 'The app needs this server’s address and a six-digit code that lets one phone in.',
  show: 'Show code',
  again: showANewCode,
  another: 'Add another phone',
  address: 'In the app, open Settings, Cloud server…, API URL, and enter this address:',
  signIn:
    'On its Home page, turn on Cloud server and press the button at the bottom. Choose “By Code”, enter this code and press Continue:',
  code: params(theCodeIsCode),
  left: params('Expires in {time}.'),
  over: 'This code has expired.',
  refused: 'Code not accepted? After five wrong codes, the app needs a new one.',
  failed: 'Couldn’t create a code. Try again.',
  offline: 'You’re offline. Create a code when you’re back online.',
  insecure:
    'The app needs an https address, and this server doesn’t have one. Its operator can change that with one setting: see “HTTPS” in docs/self-hosting.md.',
  contact: 'Contact the operator',
  sealed:
    'You have set an encryption password. This app’s texts pass through the server unencrypted, so it doesn’t work while the password is set.',
  settings: 'Encryption settings',
}

export const lookForPhone = {
  looks: params('{companion} looks for it for five minutes.'),
  look: 'Look for the phone',
  again: 'Look again',
  open: params('{companion} is looking. Open KDE Connect on your phone, on the same network.'),
  over: 'No phone paired within five minutes. Is it on the same network, with KDE Connect open?',
  found: params('Found {name}'),
  foundHere: 'Phones found',
  pair: 'Pair',
  pairThis: params('Pair {name}'),
  pairHint: 'Or pair from the phone.',
  paired: 'Already paired',
  compare: 'Compare the codes below.',
  stopped: params(
    '{companion} stopped answering. Is it on, and is “waypost run” running there? Pairing continues when it’s back.',
  ),
  elsewhere: 'Not found? Enter its address',
  address: 'Phone’s address',
  addressHelp: 'For a VPN such as Tailscale, or separated networks. You don’t need to change anything on the phone.',
  lookThere: 'Look there',
  noAddress: 'Enter an address such as 100.101.102.103 or pixel.example.ts.net.',
}

export const phoneOffline = {
  offline: 'You’re offline. This continues when you’re back online.',
}

export const pairPhone = {
  later: params(
    'Press Pair here, or choose “{companion}” in KDE Connect on the phone and pair from there. Both screens then show the same code.',
  ),
  asks: params('{name} wants to pair'),
  isAsked: params('Asked {name} to pair'),
  code: params(theCodeIsCode),
  same: 'Do both show the same code?',
  warning: 'Accept only if the phone in your hand shows this code.',
  acceptThere: 'Accept on the phone if it shows this code.',
  accept: 'Accept',
  refuse: 'Decline',
  cancel: cancel,
  notAnswered: params('{name} wasn’t paired: it declined, or didn’t answer within 30 seconds.'),
  asksNoMore: params('{name} is no longer asking. Pair from the phone again.'),
  refused: params('{name} wasn’t paired.'),
  paired: params('{name} is paired'),
  charge: params('Battery: {battery}.'),
  permit: 'Permissions the phone still needs appear here.',
  battery: 'Then turn off battery optimization for KDE Connect in Android’s settings, or it disconnects while the screen is off.',
  away: params('{name} is out of reach. Turn its screen on.'),
  registering: 'Adding it to your devices…',
  done: done,
  texts: 'Read its texts',
}
