import { showANewCode, signInAPhone, signInThisPhone } from '../../ui/words/en.ts'
import { params } from '../../ui/words/fill.ts'

export const phonePage = {
  title: signInThisPhone,
  opening: 'Opening the code…',
  confirm: 'Confirm on your computer',
  number: 'Check that your computer shows the same number, then press Allow there.',
  account: params('This signs your phone in to {email}.'),
  waiting: 'Press Allow on your computer',
  broken: 'This address is incomplete. Scan the code on your computer again.',
  denied: 'Your computer denied this phone.',
  late: 'This code has expired. Show a new one on your computer and scan it.',
  another: 'Sign in with a code',
  toSignIn: 'Sign in another way',
}

export const signInPhone = {
  title: signInAPhone,
  lead: 'Use your account in your phone’s or tablet’s browser: no app to install, no password to type.',
  point: 'Point your phone’s camera at this code.',
  openIt: 'Open the address it shows.',
  press: 'Come back here and press Allow.',
  code: 'QR code to sign in a phone',
  once: 'The code works once, for five minutes, and only after you press Allow here.',
  copy: 'No camera? Use this address:',
  making: 'Creating a code…',
  waiting: 'Signing your phone in…',
  done: 'Your phone is signed in',
  doneMore: 'What you send yourself now appears on both. Try it with a photo.',
  me: 'Send yourself something',
  denied: 'Phone denied',
  deniedMore: 'It saw only your email address. If it wasn’t your phone, don’t show anyone the next code.',
  expired: 'This code has expired',
  expiredMore: 'A code works once, for five minutes, and stops working when you show a new one.',
  again: showANewCode,
  onlyHere: 'Phones can’t reach this server yet',
  onlyHereMore: params('{origin} means “this computer”. Phones need its address on your network.'),
  restart: 'Stop the server (Ctrl C), then start it for your network:',
  restartAt: params('Then open {address} here and sign in again. This screen will show a QR code.'),
  findAddress: 'Set WAYPOST_ORIGIN to this machine’s address on your network, and WAYPOST_HOST to 0.0.0.0.',
  second: 'To try it right now, open this address in another browser on this computer:',
}

export const phoneQuestion = {
  asks: params('A phone ({phone}) wants to sign in to your account'),
  unknown: 'unknown browser',
  same: params('Your phone shows the number {number}.'),
  warning: 'Allow it only if the phone in your hand shows this number. It gets access to your whole account.',
  from: params('Its network address is {address}.'),
  allow: 'Allow',
  deny: 'Deny',
}
