// What these screens say, in English.

import { showANewCode, signInAPhone, signInThisPhone } from '../../ui/words/en.ts'
import { params } from '../../ui/words/fill.ts'

export const phonePage = {
  title: signInThisPhone,
  opening: 'Opening the code',
  confirm: 'Confirm on your computer',
  number: 'The computer shows the same number. Press Allow there.',
  account: params('This phone will be signed in to {email}.'),
  waiting: 'Waiting for the press on the computer',
  broken: 'This address is not complete. Scan the code on the computer once more.',
  denied: 'The computer turned this phone away.',
  late: 'The code has expired. Show a new one on the computer and scan that.',
  another: 'Sign in with the code',
  toSignIn: 'Sign in another way',
}

export const signInPhone = {
  title: signInAPhone,
  lead: 'Your phone or tablet gets this account in its browser: no app, and no password to type.',
  point: 'Point the camera of the phone at this code.',
  openIt: 'Open the address that it shows.',
  press: 'Come back here and press Allow.',
  code: 'QR code that signs a phone in',
  once: 'The code works once, for five minutes. It is of no use to anybody without your press here.',
  copy: 'No camera at hand? This is the address:',
  making: 'Making a code',
  waiting: 'Signing the phone in',
  done: 'Your phone is signed in',
  doneMore: 'What you send yourself is on both now. Try it with a photo.',
  me: 'Send yourself something',
  denied: 'The phone was turned away',
  deniedMore: 'It has learnt nothing but your email address. If it was not yours, show nobody the next code.',
  expired: 'This code has expired',
  expiredMore: 'A code works once, for five minutes, and a new one ends the one before it.',
  again: showANewCode,
  onlyHere: 'A phone can’t reach this server yet',
  onlyHereMore: params('{origin} means “this computer”. Phones need the address that it has in your network.'),
  restart: 'Stop the server (Ctrl C), and start it for your network:',
  restartAt: params('Then open {address} here and sign in again. This screen will show a QR code.'),
  findAddress: 'Set WAYPOST_ORIGIN to the address of this machine in your network, and WAYPOST_HOST to 0.0.0.0.',
  second: 'To see it work right now, open this address in another browser on this computer:',
}

export const phoneQuestion = {
  asks: params('A phone ({phone}) wants to sign in to your account'),
  unknown: 'unknown browser',
  same: params('Your phone shows the number {number}.'),
  warning: 'Allow it only if this is the number on the phone in your hand. It gets access to your whole account.',
  from: params('Its network address is {address}.'),
  allow: 'Allow',
  deny: 'Deny',
}
