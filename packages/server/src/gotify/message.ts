import { bodyLength, isOpenable, isWebAddress, priorities } from '@waypost/protocol'
import type { NewMessage, SourceMessage } from '../source/message.ts'
import type { SourceRow } from '../source/rows.ts'
import { GotifyRefusal } from './errors.ts'
import type { Fields } from './fields.ts'

/** A Gotify message. Gotify sends the keys in this order. */
export interface GotifyMessage {
  id: number
  appid: number
  message: string
  title: string
  priority: number
  extras?: Record<string, unknown>
  date: string
}

/** The parts of a message kept only to be returned to Gotify clients unchanged. */
interface OfGotify {
  priority?: number
  extras?: Record<string, unknown>
}

type Extras = Readonly<Record<string, unknown>>

/** The maximum characters of the title, and of the extras as JSON. */
const titleLength = 8_192
const extrasLength = 131_072

/** The Gotify priority for each of ours. */
const shownPriority: Readonly<Record<number, number>> = { 1: 0, 2: 2, 3: 5, 4: 8, 5: 10 }
/** Gotify's priority of a message without one. */
const noPriority = 0

/** Converts a Gotify priority to ours. */
export function priorityOf(priority: number): number {
  if (priority <= 0) return priorities.min
  if (priority <= 3) return priorities.low
  if (priority <= 7) return priorities.usual
  return priority <= 9 ? priorities.high : priorities.max
}

/** The default priority of an application's messages. */
export const usualPriority = ({ default_priority: priority }: Pick<SourceRow, 'default_priority'>): number =>
  priority === null ? noPriority : (shownPriority[priority] as number)

/** Converts a source's message to Gotify's format. */
export function shown(message: SourceMessage, source: SourceRow): GotifyMessage {
  const { content, number } = message
  const { priority, extras } = (content.foreign ?? {}) as OfGotify
  const all = extras ?? extrasOf(content)
  return {
    id: number,
    appid: source.created,
    message: content.body || content.file_name || content.url || content.title || '',
    title: content.title || source.name || '',
    priority:
      priority ??
      (content.priority === undefined ? shownPriority[priorities.usual] : shownPriority[content.priority]) ??
      noPriority,
    ...(Object.keys(all).length > 0 && { extras: all }),
    date: dateOf(number),
  }
}

/** The extras of a message that didn't come from a Gotify client. */
function extrasOf({ url, file_url, image_url, markdown }: SourceMessage['content']): Extras & Record<string, unknown> {
  const click = url ?? file_url
  const notification = { ...(click && { click: { url: click } }), ...(image_url && { bigImageUrl: image_url }) }
  return {
    ...(markdown && { 'client::display': { contentType: 'text/markdown' } }),
    ...(Object.keys(notification).length > 0 && { 'client::notification': notification }),
  }
}

/** Formats a stamp in microseconds as in RFC 3339. */
export function dateOf(stamp: number): string {
  const date = new Date(Math.floor(stamp / 1_000)).toISOString().slice(0, -1)
  return `${date}${String(stamp % 1_000).padStart(3, '0')}Z`
}

/** Parses the message that a client sends. @throws GotifyRefusal */
export function messageIn(fields: Fields, source: Pick<SourceRow, 'default_priority'>): NewMessage {
  const message = fields.needed('message')
  const title = fields.text('title').trim()
  const priority = fields.integer('priority')
  const extras = fields.object('extras')
  checkLength('message', message.length, bodyLength)
  checkLength('title', title.length, titleLength)
  if (extras) checkLength('extras', JSON.stringify(extras).length, extrasLength)
  const kept: OfGotify = { priority: priority ?? usualPriority(source), ...(extras && { extras }) }
  const [click, image] = [
    textAt(extras, 'client::notification', 'click', 'url'),
    textAt(extras, 'client::notification', 'bigImageUrl'),
  ]
  return {
    body: message,
    ...(title !== '' && { title }),
    ...(priority !== undefined && { priority: priorityOf(priority) }),
    ...(textAt(extras, 'client::display', 'contentType') === 'text/markdown' && { markdown: true }),
    ...(click !== undefined && isOpenable(click) && { url: click }),
    ...(image !== undefined && isWebAddress(image) && { image_url: image }),
    foreign: { ...kept },
  }
}

function checkLength(name: string, length: number, most: number): void {
  if (length > most) throw new GotifyRefusal(400, `Field '${name}' must have at most ${most} characters`)
}

/** The text at a path of names, unless it is longer than an address may be. */
function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  let here = value
  for (const name of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, name)) return undefined
    here = (here as Record<string, unknown>)[name]
  }
  return typeof here === 'string' && here.length <= 8_192 && !here.includes('\0') ? here : undefined
}
