// Publishes a phone's conversations as a companion does, and answers requests for older ones.

import {
  guidLength,
  type PhoneThread,
  type SmsPage,
  SmsPageRequest,
  type ThreadMessage,
  threadKey,
  threadsKey,
} from '@waypost/protocol'
import * as v from 'valibot'
import type { Reader, Writer } from '../db/db.ts'
import type { Deps } from '../deps.ts'
import { sendToStreams } from '../notify.ts'
import { storePermanent } from '../permanent/store.ts'
import { type MessageRow, messagesOf, newestMessages, type PhoneRow, phoneOfDevice } from './rows.ts'
import { statusOf } from './rules.ts'

/** How many conversations and messages are published; older ones are fetched in pages. */
const published = { threads: 100, messages: 200 }
/** The entries of a page, and the bytes published or sent at once. */
const page = { entries: 200, bytes: 300_000 }
/** UTF-16 units of the latest message in the list of conversations. */
const latestLength = 300
const noBound = Number.MAX_SAFE_INTEGER

/** Writes a conversation and the list of conversations to the permanents that clients read. @throws Refusal `storage_quota` */
export async function publishThread(
  tx: Writer,
  { storage }: Pick<Deps, 'storage'>,
  phone: PhoneRow,
  thread: string,
): Promise<void> {
  const { device, owner } = phone
  const messages = await messagesOf(tx, device, thread, noBound, published.messages + 1)
  const { entries, more } = fitting(messages.map(messageObject), published.messages)
  const content = entries.length === 0 ? {} : { thread: entries, ...(more && { more }) }
  await storePermanent(tx, storage, owner, threadKey(device, thread), JSON.stringify(content))
  const { entries: threads, more: hasMore } = await threadsBefore(tx, device, noBound, published.threads)
  await storePermanent(tx, storage, owner, threadsKey(device), JSON.stringify({ threads, ...(hasMore && { more: true }) }))
}

async function threadsBefore(reader: Reader, device: string, before: number, most: number) {
  return fitting((await newestMessages(reader, device, before, most + 1)).map(threadObject), most)
}

function fitting<T>(all: readonly T[], most: number): { entries: T[]; more: boolean } {
  let used = 0
  const fits = all.slice(0, most).findIndex((each) => {
    used += Buffer.byteLength(JSON.stringify(each)) + 1
    return used > page.bytes
  })
  const entries = all.slice(0, fits < 0 ? most : fits)
  return { entries, more: entries.length < all.length }
}

function threadObject(row: MessageRow): PhoneThread {
  const latest = messageObject(row)
  return {
    id: row.thread,
    recipients: addressesOf(row).map((address) => ({ name: address, address, number: address })),
    latest: { ...latest, ...(latest.body !== undefined && { body: cut(latest.body, latestLength) }) },
  }
}

function messageObject(row: MessageRow): ThreadMessage {
  return {
    id: String(row.number),
    type: row.pictures === null ? 'sms' : 'mms',
    timestamp: Math.floor(row.at / 1e6),
    direction: row.outgoing === 1 ? 'outgoing' : 'incoming',
    ...(row.body !== '' && { body: row.body }),
    ...(row.state !== null && { status: statusOf(row.state) }),
    ...(row.guid !== null && { guid: row.guid }),
    ...(row.pictures !== null && { image_urls: JSON.parse(row.pictures) as string[] }),
  }
}

export const addressesOf = ({ addresses }: MessageRow): string[] => JSON.parse(addresses) as string[]

/** Truncates a text to some UTF-16 units without splitting a character. */
const cut = (text: string, most: number) => (text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, ''))

/** Notifies clients that a phone's messages have changed, with the new ones to show. */
export function tellOfTexts(
  { bus, webPush }: Pick<Deps, 'bus' | 'webPush'>,
  phone: PhoneRow,
  incoming: readonly MessageRow[],
): void {
  const push = {
    type: 'sms_changed',
    source_device_iden: phone.device,
    notifications: incoming.map((row) => ({
      thread_id: row.thread,
      title: addressesOf(row)[0] ?? '',
      body: cut(row.body, 2_000) || '[Picture]',
      timestamp: Math.floor(row.at / 1e6),
      address: addressesOf(row)[0] ?? '',
    })),
  }
  sendToStreams(bus, phone.owner, { type: 'push', push })
  webPush.relay(phone.owner, push)
}

/** Answers a client's request for older messages or conversations of such a phone; ignores all other ephemerals. */
export async function answerPage(deps: Pick<Deps, 'db' | 'bus'>, owner: string, push: unknown): Promise<void> {
  const read = v.safeParse(SmsPageRequest, push)
  if (!read.success) return
  const { target_device_iden: device, guid, thread_id: thread, after } = read.output
  if (guid === '' || guid.length > guidLength || !(await phoneOfDevice(deps.db, owner, device))) return
  const answer: SmsPage = {
    type: 'sms_page',
    source_device_iden: device,
    guid,
    ...(await readPage(deps.db, device, thread, after)),
  }
  sendToStreams(deps.bus, owner, { type: 'push', push: answer })
}

async function readPage(
  reader: Reader,
  device: string,
  thread: string | undefined,
  after: string | undefined,
): Promise<Pick<SmsPage, 'threads' | 'thread' | 'more'>> {
  if (thread !== undefined) {
    const before = after === undefined ? noBound : Number(after)
    if (!Number.isSafeInteger(before)) return { thread: [], more: false }
    const rows = await messagesOf(reader, device, thread, before, page.entries + 1)
    const { entries, more } = fitting(rows.map(messageObject), page.entries)
    return { thread: entries, more }
  }
  const [last] = after === undefined ? [] : await messagesOf(reader, device, after, noBound, 1)
  const { entries, more } = await threadsBefore(reader, device, last?.number ?? noBound, page.entries)
  return { threads: entries, more }
}
