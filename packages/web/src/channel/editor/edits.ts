import { addressLength, type Channel, type FeedFilter } from '@waypost/protocol'
import { readSetting, writeSetting } from '../../browser/storage.ts'

/** The values of the channel form. An empty field is an empty string here, and absent on the server. */
export interface Fields {
  tag: string
  name: string
  description: string
  image_url: string
  feed_url: string
  feed_filters: readonly FeedFilter[]
}

/** The unsaved changes. Other fields show the server's current value, even if another window changes it. */
export type Edits = Partial<Fields>

export function fieldsOf(channel: Channel | undefined): Fields {
  const { tag = '', name = '', description = '', image_url = '', feed_url = '', feed_filters = [] } = channel ?? {}
  return { tag, name, description, image_url, feed_url, feed_filters }
}

/** Adds an edit; a field with its original value is not an edit. */
export function edited<K extends keyof Fields>(edits: Edits, saved: Fields, field: K, value: Fields[K]): Edits {
  const { [field]: _, ...rest } = edits
  const same = JSON.stringify(value) === JSON.stringify(saved[field])
  return same ? (rest as Edits) : ({ ...rest, [field]: value } as Edits)
}

/** Removes the saved edits; text typed during the save stays. */
export function without(edits: Edits, saved: Edits): Edits {
  const left = Object.entries(edits).filter(([field, value]) => value !== saved[field as keyof Fields])
  return Object.fromEntries(left) as Edits
}

/** Why a field is invalid, without asking the server. */
type Trouble = Partial<Record<'tag' | 'feed_url', 'needed' | 'address'>>

export function troubleOf(fields: Fields): Trouble {
  const trouble: Trouble = {}
  if (fields.tag === '') trouble.tag = 'needed'
  const feed = fields.feed_url.trim()
  if (feed !== '' && !isWebAddress(feed)) trouble.feed_url = 'address'
  return trouble
}

const isWebAddress = (text: string): boolean =>
  /^https?:\/\/[^/]/i.test(text) && URL.canParse(text) && text.length <= addressLength

const filtersOf = (rows: readonly FeedFilter[]): FeedFilter[] =>
  rows.map((row) => ({ ...row, value: row.value.trim() })).filter(({ value }) => value !== '')

/** The request that creates a channel. */
export function creationOf({ tag, name, description, image_url, feed_url, feed_filters }: Fields) {
  const given = { name, description, image_url, feed_url }
  const texts = Object.entries(given).flatMap(([field, text]) => (text.trim() === '' ? [] : [[field, text.trim()]]))
  const filters = filtersOf(feed_filters)
  const fields = Object.fromEntries(texts) as Partial<typeof given>
  return { tag, ...fields, ...(filters.length > 0 && { feed_filters: filters }) }
}

/** The request that changes a channel: only the edits. `retryFeed` asks the server to fetch a failed feed again. */
export function changeOf({ tag: _, feed_filters, feed_url, ...texts }: Edits, retryFeed: string | undefined) {
  // The server ignores an empty string; a space clears a field.
  const given = Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, text.trim() || ' '])) as typeof texts
  const feed = feed_url === undefined ? retryFeed : feed_url.trim()
  return {
    ...given,
    ...(feed && { feed_url: feed }),
    ...(feed === '' && { clear_feed: true }),
    ...(feed_filters && { feed_filters: filtersOf(feed_filters) }),
  }
}

/** Unsaved edits survive a reload and are erased when the account signs out. A new channel has a key of its own. */
const keyOf = (channel: string | undefined): string => `channel_edits_${channel ?? 'new'}`

export function readEdits(channel: string | undefined): Edits {
  try {
    const kept: unknown = JSON.parse(readSetting(keyOf(channel)) ?? '{}')
    return typeof kept === 'object' && kept !== null ? sound(kept as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

export function writeEdits(channel: string | undefined, edits: Edits): void {
  writeSetting(keyOf(channel), Object.keys(edits).length > 0 ? JSON.stringify(edits) : undefined)
}

/** Validates stored edits, since another version may have written them. */
function sound(kept: Record<string, unknown>): Edits {
  const texts = ['tag', 'name', 'description', 'image_url', 'feed_url'] as const
  const edits: Edits = {}
  for (const field of texts) if (typeof kept[field] === 'string') edits[field] = kept[field]
  const { feed_filters: filters } = kept
  if (Array.isArray(filters) && filters.every((row) => typeof row?.value === 'string')) edits.feed_filters = filters
  return edits
}
