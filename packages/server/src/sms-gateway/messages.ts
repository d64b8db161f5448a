import { gatewayTextLength, Refusal, type Text, textMilliseconds, withCommas } from '@waypost/protocol'
import type { Change } from '../change.ts'
import { microseconds } from '../change.ts'
import type { Writer } from '../db/db.ts'
import type { Deps } from '../deps.ts'
import { saveText, type TextRow, texts } from '../sms/rows.ts'
import { noteNamed } from '../upload/named.ts'
import { tellPhones } from './events.ts'
import {
  eldestMessages,
  findMessage,
  insertMessage,
  type MessageRow,
  type PhoneRow,
  phoneOfDevice,
  removeMessagesTo,
  saveMessage,
  savePhone,
} from './rows.ts'
import { type AppState, nextState, reasonOf, statusOf, type TextState, threadOf } from './rules.ts'
import { addressesOf, publishThread, tellOfTexts } from './threads.ts'

type Needs = Pick<Deps, 'bus' | 'change' | 'storage' | 'webPush'>

/** The maximum bytes of one phone's messages; beyond that, the oldest are evicted. */
const bytesPerPhone = 16 * 2 ** 20
/** Bytes of a message besides its text, which limits a phone to some ten thousand messages. */
const messageBytes = 1_500
/** The maximum characters of a text, and of a number: what a phone can send, and what is parsed at once. */
export const most = gatewayTextLength
/** Messages evicted at a time to make room. */
const batch = 200

const refused = {
  picture:
    'This phone’s app, SMS Gateway, sends no pictures. Send the picture by a phone that is connected through a computer, or as a link.',
  long: `A text through this phone has at most ${withCommas(most.message)} characters, and a number ${most.address}.`,
  encrypted:
    'This phone gets its texts through the server, which cannot read what is encrypted with your end-to-end password. Send it by a phone that is connected through a computer.',
}

/** Hands texts to the phones with the app, within the changes of the calls on texts. */
export function textsViaServer(deps: Needs) {
  const viaServer = {
    /** @throws Refusal for a text that such a phone can't send */
    async created(tx: Change, text: TextRow): Promise<void> {
      const data = contentOf(text)
      const phone = await phoneOfDevice(tx, text.owner, data.target_device_iden)
      if (!phone) return
      if (text.file_url !== null) throw Refusal.param('file_url', refused.picture)
      if (data.encrypted || data.ciphertext !== undefined) throw Refusal.param('data', refused.encrypted)
      const { addresses = [], message = '', guid = null } = data
      if (message.length > most.message || addresses.some((address) => address.length > most.address))
        throw Refusal.param('data', refused.long)
      await add(tx, deps, phone, {
        foreign_id: text.iden,
        outgoing: 1,
        addresses,
        body: message,
        pictures: null,
        at: microseconds(),
        state: 'queued',
        guid,
      })
      tx.afterCommit(() => {
        tellPhones(deps.bus, phone.owner, { device: phone.device, event: 'MessageEnqueued', data: {} })
        tellOfTexts(deps, phone, [])
      })
    },
    /** Withdraws a text that moves to another phone. @throws Refusal for other changes of a text that the phone may have */
    async changed(tx: Change, before: TextRow, after: TextRow): Promise<void> {
      const [one, other] = [before, after].map(sentBy)
      if (one === other) return
      const phone = await phoneOfDevice(tx, after.owner, contentOf(after).target_device_iden)
      if (phone && (await findMessage(tx, phone.device, after.iden)))
        throw Refusal.param('data', 'This text is on its way to the phone. Take it back, and send another one.')
      await viaServer.gone(tx, before, 'taken back')
      await viaServer.created(tx, after)
    },
    async gone(tx: Change, text: TextRow, why: 'taken back' | 'expired'): Promise<void> {
      const phone = await phoneOfDevice(tx, text.owner, contentOf(text).target_device_iden)
      const message = phone && (await findMessage(tx, phone.device, text.iden))
      const after = message && stateWhenGone(message.state, why)
      if (!after) return
      await saveMessage(tx, { ...message, ...after })
      await publishThread(tx, deps, phone, message.thread)
      tx.afterCommit(() => {
        if (after.state === 'cancelling')
          tellPhones(deps.bus, phone.owner, { device: phone.device, event: 'MessageCancelled', data: { messageId: text.iden } })
        tellOfTexts(deps, phone, [])
      })
    },
  }
  return viaServer
}

/** The state of a text that is withdrawn or expires; undefined if it stays the same. */
function stateWhenGone(state: TextState | null, why: 'taken back' | 'expired'): Pick<MessageRow, 'state' | 'reason'> | undefined {
  // Discarded, or sent again as a new one.
  if (state === 'failed' && why === 'taken back') return { state: 'cancelled', reason: null }
  if (state !== 'queued' && state !== 'handed') return undefined
  if (why === 'taken back') return { state: 'cancelling', reason: null }
  const reason = state === 'queued' ? 'The phone was away for an hour.' : 'The phone has not said that it sent this.'
  return { state: 'failed', reason }
}

/** The parts of a text that a phone sends, for comparison. */
const sentBy = (text: TextRow): string => {
  const { target_device_iden, addresses, message, ciphertext } = contentOf(text)
  return JSON.stringify([target_device_iden, addresses, message, ciphertext, text.file_url])
}

const contentOf = ({ data }: TextRow) => JSON.parse(data ?? '{}') as NonNullable<Text['data']>

/** Texts created before this are too old to be sent, in microseconds. */
export const sentSince = (): number => microseconds() - textMilliseconds * 1_000

interface Report {
  id: string
  state: AppState
  recipients: readonly { phoneNumber: string; error?: string | null | undefined }[]
}

/** Applies the app's reports about texts, each in a separate change; unknown texts are ignored, because they may have been deleted. */
export async function takeReports(deps: Needs, phone: PhoneRow, reports: readonly Report[]): Promise<void> {
  for (const { id, state, recipients } of reports)
    await deps.change([phone.owner], async (tx) => {
      const message = await findMessage(tx, phone.device, id)
      if (!message?.state) return
      const next = nextState(message.state, state)
      if (next === message.state) return
      const reason = next === 'failed' ? (reasonOf(recipients) ?? null) : null
      await saveMessage(tx, { ...message, state: next, reason })
      await tellSender(tx, message, next, reason)
      await publishThread(tx, deps, phone, message.thread)
      tx.afterCommit(() => tellOfTexts(deps, phone, []))
    })
}

async function tellSender(
  tx: Change,
  { owner, foreign_id: iden }: MessageRow,
  state: TextState,
  reason: string | null,
): Promise<void> {
  const text = await texts.find(tx, owner, iden)
  if (!text?.active) return
  const data = contentOf(text)
  const status = statusOf(state)
  if (status === (data.status ?? 'queued')) return
  await saveText(tx, { ...text, data: JSON.stringify({ ...data, status, ...(reason !== null && { reason }) }) })
}

/** A text or MMS that has arrived on a phone. */
export interface Arrival {
  /** The id of the event; a repeated event is ignored. */
  id: string
  sender: string
  body: string
  pictures: readonly string[]
  /** In microseconds. */
  at: number
}

/** Stores an incoming text and notifies clients, once. @throws Refusal `storage_quota` */
export async function takeArrival(deps: Needs, phone: PhoneRow, { id, sender, body, pictures, at }: Arrival): Promise<void> {
  await deps.change([phone.owner], async (tx) => {
    if (await findMessage(tx, phone.device, id)) return
    const message = await add(tx, deps, phone, {
      foreign_id: id,
      outgoing: 0,
      addresses: [sender],
      body,
      pictures: pictures.length > 0 ? JSON.stringify(pictures) : null,
      at: Math.min(at, microseconds()),
      state: null,
      guid: null,
    })
    tx.afterCommit(() => tellOfTexts(deps, phone, [message]))
  })
}

type NewMessage = Pick<MessageRow, 'foreign_id' | 'outgoing' | 'body' | 'pictures' | 'at' | 'state' | 'guid'> & {
  addresses: readonly string[]
}

async function add(tx: Writer, deps: Needs, given: PhoneRow, { addresses, ...message }: NewMessage): Promise<MessageRow> {
  // Read within the change, so that numbers rise.
  const phone = (await phoneOfDevice(tx, given.owner, given.device)) ?? given
  const bytes = messageBytes + Buffer.byteLength(message.body) + 20 * addresses.length + (message.pictures?.length ?? 0)
  const row: MessageRow = {
    ...message,
    device: phone.device,
    owner: phone.owner,
    number: phone.newest + 1,
    thread: threadOf(addresses),
    addresses: JSON.stringify(addresses),
    reason: null,
    bytes,
  }
  await insertMessage(tx, row)
  if (row.pictures !== null) await noteNamed(tx, row.pictures)
  const after = { ...phone, newest: row.number, bytes: phone.bytes + bytes }
  await savePhone(tx, after.bytes > bytesPerPhone ? await withRoom(tx, after) : after)
  await publishThread(tx, deps, phone, row.thread)
  return row
}

async function withRoom(tx: Writer, phone: PhoneRow): Promise<PhoneRow> {
  const eldest = await eldestMessages(tx, phone.device, batch)
  const last = eldest.at(-1)
  if (last) await removeMessagesTo(tx, phone.device, last.number)
  return { ...phone, bytes: phone.bytes - eldest.reduce((sum, { bytes }) => sum + bytes, 0) }
}

/** A text in the app's format: `GatewayApi.kt` of the app. */
export function messageForApp(row: MessageRow): object {
  return {
    id: row.foreign_id,
    textMessage: { text: row.body },
    // App versions before 1.40 read this field.
    message: row.body,
    phoneNumbers: addressesOf(row),
    withDeliveryReport: true,
    isEncrypted: false,
    validUntil: new Date(row.at / 1_000 + textMilliseconds).toISOString(),
    state: row.state === 'cancelling' ? 'Cancelling' : 'Pending',
    createdAt: new Date(row.at / 1_000).toISOString(),
  }
}
