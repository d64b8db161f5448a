// Stripe (docs.stripe.com/api/events).

import { at, capital, inWords, labelsOf, lines, numberAt, type PayloadMessage, type Preset, textAt } from './payload.ts'

export const stripe: Preset = {
  name: 'stripe',
  recognizes: ({ payload }) =>
    textAt(payload, 'object') === 'event' &&
    textAt(payload, 'type') !== undefined &&
    (textAt(payload, 'id') ?? '').startsWith('evt_'),
  read({ payload }) {
    const type = textAt(payload, 'type')
    if (type === undefined) return undefined
    const about = at(payload, 'data', 'object')
    const isTest = at(payload, 'livemode') === false
    const id = textAt(payload, 'id')
    const { title, ...message } = (Object.hasOwn(events, type) ? events[type]?.(about) : undefined) ?? {
      title: capital(inWords(type)),
    }
    return {
      title: isTest ? `${title} (test)` : title,
      body: lines(
        textAt(about, 'description'),
        textAt(about, 'customer_name') ?? textAt(about, 'billing_details', 'name') ?? textAt(about, 'name'),
        textAt(about, 'customer_email') ??
          textAt(about, 'billing_details', 'email') ??
          textAt(about, 'receipt_email') ??
          textAt(about, 'email'),
        reasonOf(about),
      ),
      url:
        textAt(about, 'hosted_invoice_url') ??
        (id !== undefined && /^evt_\w{1,200}$/.test(id)
          ? `https://dashboard.stripe.com/${isTest ? 'test/' : ''}events/${id}`
          : undefined),
      ...message,
    }
  },
}

type Read = (about: unknown) => PayloadMessage
const bad = { priority: 4, labels: labelsOf('bad') }

const events: Readonly<Record<string, Read>> = {
  'payment_intent.succeeded': (about) => ({ title: `Payment of ${amountOf(about, 'amount_received', 'amount')} received` }),
  'payment_intent.payment_failed': (about) => ({ title: `Payment of ${amountOf(about, 'amount')} failed`, ...bad }),
  'charge.succeeded': (about) => ({ title: `Charge of ${amountOf(about, 'amount')} succeeded` }),
  'charge.failed': (about) => ({ title: `Charge of ${amountOf(about, 'amount')} failed`, ...bad }),
  'charge.refunded': (about) => ({ title: `${amountOf(about, 'amount_refunded', 'amount')} refunded` }),
  'charge.dispute.created': (about) => ({
    title: `Dispute over ${amountOf(about, 'amount')}`,
    priority: 5,
    labels: labelsOf('critical'),
  }),
  'charge.dispute.closed': (about) => ({
    title: `Dispute over ${amountOf(about, 'amount')} ended: ${inWords(textAt(about, 'status') ?? 'closed')}`,
  }),
  'checkout.session.completed': (about) => ({ title: `Checkout of ${amountOf(about, 'amount_total')} completed` }),
  'invoice.paid': (about) => ({ title: `Invoice${numberOf(about)} of ${amountOf(about, 'amount_paid', 'total')} paid` }),
  'invoice.payment_succeeded': (about) => ({
    title: `Invoice${numberOf(about)} of ${amountOf(about, 'amount_paid', 'total')} paid`,
  }),
  'invoice.payment_failed': (about) => ({
    title: `Payment of invoice${numberOf(about)} of ${amountOf(about, 'amount_due', 'total')} failed`,
    ...bad,
  }),
  'invoice.upcoming': (about) => ({ title: `Invoice of ${amountOf(about, 'amount_due', 'total')} is coming` }),
  'customer.created': () => ({ title: 'New customer' }),
  'customer.subscription.created': () => ({ title: 'New subscription' }),
  'customer.subscription.deleted': () => ({ title: 'Subscription ended', labels: labelsOf('warning') }),
  'customer.subscription.trial_will_end': () => ({ title: 'Trial ends soon' }),
  'payout.paid': (about) => ({ title: `Payout of ${amountOf(about, 'amount')} is on its way` }),
  'payout.failed': (about) => ({ title: `Payout of ${amountOf(about, 'amount')} failed`, ...bad }),
}

const numberOf = (about: unknown): string => {
  const number = textAt(about, 'number')
  return number === undefined ? '' : ` ${number}`
}

const reasonOf = (about: unknown): string | undefined =>
  textAt(about, 'last_payment_error', 'message') ??
  textAt(about, 'failure_message') ??
  textAt(about, 'last_finalization_error', 'message')

/** Currencies without minor units, and those with a thousand of them (docs.stripe.com/currencies). */
const whole = ['bif', 'clp', 'djf', 'gnf', 'jpy', 'kmf', 'krw', 'mga', 'pyg', 'rwf', 'ugx', 'vnd', 'vuv', 'xaf', 'xof', 'xpf']
const thousandths = ['bhd', 'jod', 'kwd', 'omr', 'tnd']

/** An amount with its currency, e.g. `20.00 EUR`, from the first of the fields that is present. */
function amountOf(about: unknown, ...fields: readonly string[]): string {
  const currency = textAt(about, 'currency')?.toLowerCase() ?? ''
  const units = fields.map((field) => numberAt(about, field)).find((number) => number !== undefined)
  if (units === undefined) return 'an unknown amount'
  const digits = whole.includes(currency) ? 0 : thousandths.includes(currency) ? 3 : 2
  return `${(units / 10 ** digits).toFixed(digits)} ${currency.toUpperCase()}`.trim()
}
