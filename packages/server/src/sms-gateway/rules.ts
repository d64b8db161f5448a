import { createHash } from 'node:crypto'
import { phoneNumberKey } from '@waypost/protocol'

/** The app's names for the states of a text. */
export const appStates = ['Pending', 'Cancelling', 'Cancelled', 'Processed', 'Sent', 'Delivered', 'Failed'] as const
export type AppState = (typeof appStates)[number]

/** `queued`: the phone has not taken it; `handed`: it is sending it; `cancelling`: withdrawn, but the phone doesn't know yet. */
export type TextState = 'queued' | 'handed' | 'sent' | 'delivered' | 'failed' | 'cancelling' | 'cancelled'

const asHere: Readonly<Record<AppState, TextState>> = {
  Pending: 'queued',
  Cancelling: 'cancelling',
  Cancelled: 'cancelled',
  Processed: 'handed',
  Sent: 'sent',
  Delivered: 'delivered',
  Failed: 'failed',
}

/** The progress of a text; later reports of the phone never move it back. */
const progress: Readonly<Record<TextState, number>> = {
  queued: 0,
  cancelling: 1,
  handed: 1,
  cancelled: 2,
  failed: 2,
  sent: 3,
  delivered: 4,
}

/** The state of a text after a report from the phone. */
export function nextState(before: TextState, reported: AppState): TextState {
  const after = asHere[reported]
  return progress[after] > progress[before] ? after : before
}

/** The status that the sender sees. */
export function statusOf(state: TextState): 'queued' | 'sent' | 'failed' {
  if (state === 'sent' || state === 'delivered') return 'sent'
  return state === 'failed' || state === 'cancelled' ? 'failed' : 'queued'
}

/** The id of the conversation with the given numbers. */
export function threadOf(addresses: readonly string[]): string {
  const keys = [...new Set(addresses.map(phoneNumberKey))].sort()
  return createHash('sha256').update(keys.join('\0')).digest('hex').slice(0, 16)
}

/** The phone's reasons for a failure in a few words; undefined if it gives none. */
export function reasonOf(recipients: readonly { phoneNumber: string; error?: string | null | undefined }[]): string | undefined {
  const failed = recipients.filter(({ error }) => error)
  const reasons = new Set(failed.map(({ error }) => error))
  // The number matters only if there are several.
  if (recipients.length === 1 || reasons.size === 1) return [...reasons][0]?.slice(0, reasonLength)
  return (
    failed
      .map(({ phoneNumber, error }) => `${phoneNumber}: ${error}`)
      .join('; ')
      .slice(0, reasonLength) || undefined
  )
}

const reasonLength = 200

/** A readable name for a phone that calls itself e.g. `Google/redfin`. */
export function nameOf(given: string): string {
  const [maker = '', model = ''] = given.trim().split('/')
  const capital = maker.charAt(0).toUpperCase() + maker.slice(1)
  return `${capital} ${model.replaceAll('_', ' ')}`.trim().slice(0, 100) || 'Android phone'
}
