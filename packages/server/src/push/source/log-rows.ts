// Reads the messages of sources and their events in the order of storage, as the foreign interfaces show them.

import type { Action } from '@waypost/protocol'
import { type Change, type Micros, microseconds } from '../../change.ts'
import type { Reader, Writer } from '../../db/db.ts'
import type { Deps } from '../../deps.ts'
import { ownerOfIden } from '../../iden.ts'
import { filled } from '../../objects.ts'
import { tellOfSource } from '../../source/live.ts'
import { idOf, type NewMessage, numberOfId, type SourceMessage } from '../../source/message.ts'
import type { SourceRow } from '../../source/rows.ts'
import type { PushRow } from '../row.ts'
import { unchangedAndChanged } from '../rows.ts'
import { inputOf, type ScheduledRow, scheduledPushes, waitingOfSource } from '../scheduled/rows.ts'

const secondsOf = (stamp: Micros): number => Math.floor(stamp / 1_000_000)

type Carried = Pick<NewMessage, 'priority' | 'labels' | 'actions' | 'icon_url' | 'markdown'>

/** A push of a source, in its owner's box, as a message. */
export function messageOfPush(row: PushRow): SourceMessage {
  const facts = row.display === null ? {} : (JSON.parse(row.display) as Carried)
  const { priority, labels, actions, icon_url, markdown } = facts
  return {
    number: row.created,
    id: row.message_id ?? idOf(row.created, row.iden),
    source: row.source_iden ?? '',
    event: 'message',
    time: secondsOf(row.created),
    expires: row.expires === null ? null : secondsOf(row.expires),
    update_id: row.update_id,
    content: filled({
      title: row.title,
      body: row.body,
      url: row.url,
      priority,
      labels,
      actions: actions as Action[] | undefined,
      icon_url,
      markdown,
      file_url: row.file_url,
      file_name: row.file_name,
      file_type: row.file_type,
      file_size: row.file_size,
      image_url: row.image_url,
      foreign: row.foreign_fields === null ? undefined : (JSON.parse(row.foreign_fields) as Record<string, unknown>),
    }) as NewMessage,
    waits: false,
  }
}

function messageOfWaiting(row: ScheduledRow): SourceMessage {
  const { message_id, foreign, update_id, ...input } = inputOf(row)
  const { title, body, url, priority, labels, actions, icon_url, markdown, file_url, file_name, file_type } = input
  return {
    number: row.created,
    id: message_id ?? idOf(row.created, row.iden),
    source: row.source_iden ?? '',
    event: 'message',
    time: secondsOf(row.send_at),
    expires: input.expires === undefined ? null : Math.floor(input.expires),
    update_id: update_id ?? null,
    content: filled({
      title,
      body,
      url,
      priority,
      labels,
      actions,
      icon_url,
      markdown,
      file_url,
      file_name,
      file_type,
      file_size: row.file_size,
      foreign,
    }) as NewMessage,
    waits: true,
  }
}

interface EventRow {
  source: string
  number: Micros
  event: 'message_clear' | 'message_delete'
  update_id: string
}

const messageOfEvent = ({ source, number, event, update_id }: EventRow): SourceMessage => ({
  number,
  id: idOf(number, source),
  source,
  event,
  time: secondsOf(number),
  expires: null,
  update_id,
  content: {},
  waits: false,
})

/** Where to continue reading: after a number, from a time in seconds, everything, or only the latest message of each source. */
export type LogPlace = { number: number } | { time: number } | 'all' | 'latest'

/** The maximum messages per page: each may be long. */
const page = 100

/**
 * The log of some sources, earliest entry first, at most `limit`; a longer log continues after the last number. Deleted and replaced
 * messages are not in it.
 * @param sources their idens in their owners' boxes
 * @param options.waiting adds the messages that have not been delivered yet
 */
export async function logAfter(
  reader: Reader,
  sources: readonly string[],
  place: LogPlace,
  limit: number = page,
  { waiting = false }: { waiting?: boolean } = {},
): Promise<SourceMessage[]> {
  const found: SourceMessage[] = []
  for (const source of sources) {
    if (place === 'latest') found.push(...(await logBefore(reader, [source], Number.MAX_SAFE_INTEGER, 1)))
    else {
      const after = place === 'all' ? -1 : 'number' in place ? place.number : place.time * 1_000_000 - 1
      const rows = await reader.all<PushRow>(messages, [ownerOfIden(source), `source:${source}`, after, limit])
      const events = await reader.all<EventRow>(
        'SELECT * FROM source_event WHERE source = $1 AND number > $2 ORDER BY number LIMIT $3',
        [source, after, limit],
      )
      found.push(...rows.map(messageOfPush), ...events.map(messageOfEvent))
    }
    if (waiting) found.push(...(await waitingOf(reader, source)))
  }
  return found.sort((a, b) => a.number - b.number).slice(0, limit)
}

const part = (order: string, bound: string) => (which: string) => {
  const stamp = which === 'modified = created' ? 'modified' : 'created'
  return `SELECT * FROM (SELECT * FROM push WHERE owner = $1 AND conversation = $2 AND ${which} AND active = 1 AND ${stamp} ${bound} $3
    ORDER BY ${stamp} ${order} LIMIT $4) AS found`
}

const messages = `SELECT * FROM (${unchangedAndChanged(part('', '>'))}) AS either ORDER BY created LIMIT $4`
const messagesBack = `SELECT * FROM (${unchangedAndChanged(part('DESC', '<'))}) AS either ORDER BY created DESC LIMIT $4`

/** Messages of some sources before a number, newest first. */
export async function logBefore(
  reader: Reader,
  sources: readonly string[],
  before: number,
  limit: number = page,
): Promise<SourceMessage[]> {
  const found: SourceMessage[] = []
  for (const source of sources) {
    const rows = await reader.all<PushRow>(messagesBack, [ownerOfIden(source), `source:${source}`, before, limit])
    found.push(...rows.map(messageOfPush))
  }
  return found.sort((a, b) => b.number - a.number).slice(0, limit)
}

const waitingOf = async (reader: Reader, source: string): Promise<SourceMessage[]> =>
  (await waitingOfSource(reader, source)).map(messageOfWaiting)

/** Finds a message by its id in some sources, even if it has not been delivered yet; undefined if it was deleted. */
export async function findLogged(reader: Reader, sources: readonly string[], id: string): Promise<SourceMessage | undefined> {
  for (const source of sources) {
    const push = await findPushOfId(reader, source, id)
    if (push) return push.active ? messageOfPush(push) : undefined
    const event = await findEvent(reader, source, id)
    if (event) return messageOfEvent(event)
    const waiting = (await waitingOf(reader, source)).find((message) => message.id === id)
    if (waiting) return waiting
  }
  return undefined
}

/** The push with an id in the box of a source's owner, including deleted ones. */
export async function findPushOfId(reader: Reader, source: string, id: string): Promise<PushRow | undefined> {
  const told = await reader.one<PushRow>('SELECT * FROM push WHERE source_iden = $1 AND message_id = $2', [source, id])
  if (told) return told
  const number = numberOfId(id)
  const push = number === undefined ? undefined : await findPushOfNumber(reader, source, number)
  return push && idOf(push.created, push.iden) === id ? push : undefined
}

/** The active push with a number in the box of a source's owner. */
export async function findPushOfNumber(reader: Reader, source: string, number: number): Promise<PushRow | undefined> {
  const [push] = await reader.all<PushRow>(messages, [ownerOfIden(source), `source:${source}`, number - 1, 1])
  return push?.created === number ? push : undefined
}

/** The source of the message with a number in a box, if the message has not changed since, which is the usual case. */
export async function sourceOfNumber(reader: Reader, owner: string, number: number): Promise<string | undefined> {
  const row = await reader.one<Pick<PushRow, 'source_iden'>>(
    'SELECT source_iden FROM push WHERE owner = $1 AND modified = $2 AND created = $2 AND active = 1',
    [owner, number],
  )
  return row?.source_iden ?? undefined
}

async function findEvent(reader: Reader, source: string, id: string): Promise<EventRow | undefined> {
  const number = numberOfId(id)
  if (number === undefined || idOf(number, source) !== id) return undefined
  return reader.one<EventRow>('SELECT * FROM source_event WHERE source = $1 AND number = $2', [source, number])
}

/** The message that a scheduled push with this iden will become. */
export async function waitingMessage(reader: Reader, iden: string): Promise<SourceMessage> {
  return messageOfWaiting((await scheduledPushes.find(reader, ownerOfIden(iden), iden)) as ScheduledRow)
}

/** How long events are kept, in microseconds: subscribers who were away longer read the messages in their current state. */
const eventsKept = 7 * 86_400_000_000
/** The maximum old events that one new event deletes. */
const endedAtOnce = 10

/** Records that messages were cleared or deleted, and notifies subscribers after the commit. */
export function logEvent(
  tx: Change,
  bus: Deps['bus'],
  source: { root: string; owner: string },
  event: EventRow['event'],
  updateId: string,
): SourceMessage {
  const number = tx.stamp(source.owner)
  const row: EventRow = { source: source.root, number, event, update_id: updateId }
  tx.send('INSERT INTO source_event (source, number, event, update_id) VALUES ($1, $2, $3, $4)', [
    row.source,
    number,
    event,
    updateId,
  ])
  tx.send(
    `DELETE FROM source_event WHERE source = $1 AND number IN (
       SELECT number FROM source_event WHERE source = $1 AND number < $2 ORDER BY number LIMIT ${endedAtOnce})`,
    [row.source, microseconds() - eventsKept],
  )
  const message = messageOfEvent(row)
  tx.afterCommit(() => tellOfSource(bus, source.owner, { message }))
  return message
}

/** The id by which subscribers know a message: that of its updates, or its own. */
export const knownAs = (row: Pick<PushRow, 'update_id' | 'message_id' | 'created' | 'iden'>): string =>
  row.update_id ?? row.message_id ?? idOf(row.created, row.iden)

/** Notifies a source's subscribers that its owner dismissed or deleted a message in Waypost. Does nothing for any other push. */
export function noteForSubscribers(tx: Change, bus: Deps['bus'], push: PushRow, event: EventRow['event']): void {
  if (push.source_iden === null || push.original !== null) return
  logEvent(tx, bus, { root: push.source_iden, owner: push.owner }, event, knownAs(push))
  if (event === 'message_delete') tx.afterCommit(() => tellOfSource(bus, push.owner, { deleted: push.created }))
}

/** The oldest messages of a source in one box, after a stamp. */
export const oldestMessages = (
  reader: Reader,
  { owner, iden }: Pick<SourceRow, 'owner' | 'iden'>,
  after: number,
  limit: number,
) => reader.all<Pick<PushRow, 'iden' | 'created' | 'display'>>(messages, [owner, `source:${iden}`, after, limit])

/** `expires` is no part of what others see change, so it needs no stamp. */
export const setExpiry = (tx: Writer, iden: string, expires: Micros | null) =>
  tx.run('UPDATE push SET expires = $2 WHERE iden = $1', [iden, expires])
