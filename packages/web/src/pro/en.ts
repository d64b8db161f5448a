// What these screens say, in English.

import { cancel, confirmPayment, notNow, tryAgain } from '../ui/words/en.ts'
import { params } from '../ui/words/fill.ts'

const payWithCard = 'Pay with card'
const payWithPayPal = 'Pay with PayPal'
const payPalFailed = 'There was an error with PayPal. '
const toPageOfPro = 'To the page of Pro'

export const proBuy = {
  card: payWithCard,
  wallet: payWithPayPal,
  open: 'The payment goes on in the window that opened.',
  toWindow: 'Show the window',
  blocked: 'The payment window did not open.',
  retry: tryAgain,
  upgrading: 'Upgrading...',
  taken: 'The payment went through. The account shows Pro as soon as this page hears of it.',
  // The space at the end is the specification's.
  walletError: payPalFailed,
}

export const checkout = {
  title: 'Waypost Pro',
  yearly: params('{price} for a year, then again each year until you cancel.'),
  monthly: params('{price} for a month, then again each month until you cancel.'),
  loading: 'Loading the checkout',
  failed: 'The server does not answer.',
  retry: tryAgain,
  lost: 'A payment begins on the page of Pro.',
  toPro: toPageOfPro,
  test: 'This is the test checkout of this server: no money moves, and no card is asked for.',
  pay: params('Pay {price}'),
  decline: 'Pay with a card that is declined',
  cancel: cancel,
  none: 'This server takes no cards.',
}

export const proCompare = {
  caption: 'Free and Pro compared',
  what: 'What you get',
  free: 'Free',
  pro: 'Pro',
  fileSize: 'File size',
  fileSizeFree: 'up to 25MB',
  fileSizePro: 'up to 1GB',
  storage: 'Storage',
  storageFree: '2GB',
  storagePro: '100GB',
  messaging: 'Messaging',
  messagingFree: '100 per month',
  messagingPro: 'unlimited',
  actions: 'Mirrored notification actions',
  clipboard: 'Universal copy and paste',
  yes: 'Included',
  no: 'Not included',
}

export const proPlans = {
  legend: 'Plan',
  yearly: 'Yearly',
  monthly: 'Monthly',
  perYear: params('{price} a year'),
  perMonth: 'every month',
  selected: 'Selected',
}

export const proWords = {
  title: 'Pro',
  lead: 'More room for files, text messages without a limit, and what your phone shows within reach of every device.',
  refund: 'Cancel within 72 hours for a full refund.',
  loading: 'Asking how Pro can be paid for',
  failed: 'The server did not say how Pro can be paid for.',
  retry: tryAgain,
  nothing: 'Nothing is sold on this server.',
  everybody: 'Every account on it has all that Pro offers.',
  unsold: 'Pro is not sold on this server.',
  ask: 'Its administrators can give an account Pro.',
  have: 'This account is on the Pro plan.',
  until: params('Pro is cancelled. This account keeps it until {date}.'),
  manage: 'Manage your plan',
  card: payWithCard,
  wallet: payWithPayPal,
  test: 'This server has a test checkout: no money moves.',
}

export const stripeForm = {
  loading: 'Loading the card form',
  failed: 'The card form could not be loaded. Check whether something blocks js.stripe.com.',
  retry: tryAgain,
}

export const thankYou = {
  title: 'Thank you!',
  has: 'This account is on the Pro plan. What it brings is there on all of your devices now.',
  waits: 'Pro shows here as soon as a payment has gone through.',
  start: 'Start using it',
  plan: 'Your plan',
  pro: 'What Pro is',
}

export const walletApproval = {
  title: confirmPayment,
  ready: params('Pro costs {price} every month, until you cancel it.'),
  test: 'This is the test wallet of this server: no money moves.',
  pay: params('Pay {price}'),
  back: notNow,
  waiting: 'Paying...',
  done: 'Done. Pro is yours.',
  noToken: 'This address names no payment. A payment begins on the page of Pro.',
  toPro: toPageOfPro,
  // The space at the end is the specification's.
  error: payPalFailed,
  retry: tryAgain,
}
