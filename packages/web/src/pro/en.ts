import { cancel, confirmPayment, notNow, tryAgain } from '../ui/words/en.ts'
import { params } from '../ui/words/fill.ts'

const payWithCard = 'Pay with card'
const payWithPayPal = 'Pay with PayPal'
const payPalFailed = 'There was an error with PayPal. '
const toPageOfPro = 'Go to Pro'

export const proBuy = {
  card: payWithCard,
  wallet: payWithPayPal,
  open: 'Finish paying in the window that opened.',
  toWindow: 'Show window',
  blocked: 'Your browser blocked the payment window.',
  retry: tryAgain,
  upgrading: 'Upgrading…',
  taken: 'Payment received. Pro appears here in a moment.',
  // The space at the end is the specification's.
  walletError: payPalFailed,
}

export const checkout = {
  title: 'Waypost Pro',
  yearly: params('{price} a year, renewed every year until you cancel.'),
  monthly: params('{price} a month, renewed every month until you cancel.'),
  loading: 'Loading checkout…',
  failed: 'Couldn’t load the checkout. Try again.',
  retry: tryAgain,
  lost: 'Choose a plan on the Pro page first.',
  toPro: toPageOfPro,
  test: 'This is a test checkout: no money moves, and you don’t need a card.',
  pay: params('Pay {price}'),
  decline: 'Pay with a declined card',
  cancel: cancel,
  none: 'This server doesn’t accept cards.',
}

export const proCompare = {
  caption: 'Compare Free and Pro',
  what: 'Feature',
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
  actions: 'Actions on mirrored notifications',
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
  lead: 'More room for files, unlimited text messages, and your phone’s notifications on every device.',
  refund: 'Cancel within 72 hours for a full refund.',
  loading: 'Loading ways to pay…',
  failed: 'Couldn’t load ways to pay. Try again.',
  retry: tryAgain,
  nothing: 'This server sells nothing.',
  everybody: 'Every account has all Pro features.',
  unsold: 'This server doesn’t sell Pro.',
  ask: 'Its administrators can give you Pro.',
  have: 'You’re on the Pro plan.',
  until: params('Pro is canceled. You keep it until {date}.'),
  manage: 'Manage plan',
  card: payWithCard,
  wallet: payWithPayPal,
  test: 'This server has a test checkout: no money moves.',
}

export const stripeForm = {
  loading: 'Loading the card form…',
  failed: 'Couldn’t load the card form. Check whether something blocks js.stripe.com.',
  retry: tryAgain,
}

export const thankYou = {
  title: 'Thank you!',
  has: 'You’re on the Pro plan. All its features are on all your devices.',
  waits: 'Pro appears here once your payment goes through.',
  start: 'Start using Pro',
  plan: 'Your plan',
  pro: 'What’s in Pro',
}

export const walletApproval = {
  title: confirmPayment,
  ready: params('Pro costs {price} a month until you cancel.'),
  test: 'This is a test wallet: no money moves.',
  pay: params('Pay {price}'),
  back: notNow,
  waiting: 'Paying…',
  done: 'Done. You now have Pro.',
  noToken: 'This link has no payment. Start on the Pro page.',
  toPro: toPageOfPro,
  // The space at the end is the specification's.
  error: payPalFailed,
  retry: tryAgain,
}
