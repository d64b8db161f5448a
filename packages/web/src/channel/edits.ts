import { type Channel, type FeedFilter, limits } from '@waypost/protocol'
import { readSetting, writeSetting } from '../browser/storage.ts'

/** What the editor of a channel holds. A field that is empty is an empty text here, and absent on the server. */
export interface Fields {
  tag: string
  name: string
  description: string
  image_url: string
  feed_url: string
  feed_filters: readonly FeedFilter[]
}

/** What was changed and not saved. What is not in it is as the server has it, also when somebody changes it elsewhere meanwhile. */
export type Edits = Partial<Fields>

export function fieldsOf(channel: Channel | undefined): Fields {
  const { tag = '', name = '', description = '', image_url = '', feed_url = '', feed_filters = [] } = channel ?? {}
  return { tag, name, description, image_url, feed_url, feed_filters }
}

/** Edits with one more; a field that is as it was is no edit. */
export function edited<K extends keyof Fields>(edits: Edits, saved: Fields, field: K, value: Fields[K]): Edits {
  const { [field]: _, ...rest } = edits
  const same = JSON.stringify(value) === JSON.stringify(saved[field])
  return same ? (rest as Edits) : ({ ...rest, [field]: value } as Edits)
}

/** Edits without those that were saved: what was typed meanwhile stays. */
export function without(edits: Edits, saved: Edits): Edits {
  const left = Object.entries(edits).filter(([field, value]) => value !== saved[field as keyof Fields])
  return Object.fromEntries(left) as Edits
}

/** What is wrong with a field before the server is asked. */
export type Trouble = Partial<Record<'tag' | 'feed_url', 'needed' | 'address'>>

export function troubleOf(fields: Fields): Trouble {
  const trouble: Trouble = {}
  if (fields.tag === '') trouble.tag = 'needed'
  const feed = fields.feed_url.trim()
  if (feed !== '' && !isWebAddress(feed)) trouble.feed_url = 'address'
  return trouble
}

const isWebAddress = (text: string): boolean =>
  /^https?:\/\/[^/]/i.test(text) && URL.canParse(text) && text.length <= limits.addressLength

/** Rows of the editor as the server takes them: those that ask for nothing are none. */
const filtersOf = (rows: readonly FeedFilter[]): FeedFilter[] =>
  rows.map((row) => ({ ...row, value: row.value.trim() })).filter(({ value }) => value !== '')

/** What opens a channel. */
export function creationOf({ tag, name, description, image_url, feed_url, feed_filters }: Fields) {
  const given = { name, description, image_url, feed_url }
  const texts = Object.entries(given).flatMap(([field, text]) => (text.trim() === '' ? [] : [[field, text.trim()]]))
  const filters = filtersOf(feed_filters)
  const fields = Object.fromEntries(texts) as Partial<typeof given>
  return { tag, ...fields, ...(filters.length > 0 && { feed_filters: filters }) }
}

/** What changes a channel: the edits alone. `retryFeed` asks for a feed to be read again that could not be. */
export function changeOf({ tag: _, feed_filters, feed_url, ...texts }: Edits, retryFeed: string | undefined) {
  // To the server nothing at all is as good as no field; a space clears one.
  const given = Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, text.trim() || ' '])) as typeof texts
  const feed = feed_url === undefined ? retryFeed : feed_url.trim()
  return {
    ...given,
    ...(feed && { feed_url: feed }),
    ...(feed === '' && { clear_feed: true }),
    ...(feed_filters && { feed_filters: filtersOf(feed_filters) }),
  }
}

/** Unsaved edits survive a reload, and go with the sign-out. A channel that is not there yet has none of its own. */
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

/** Another version of this page may have written something else. */
function sound(kept: Record<string, unknown>): Edits {
  const texts = ['tag', 'name', 'description', 'image_url', 'feed_url'] as const
  const edits: Edits = {}
  for (const field of texts) if (typeof kept[field] === 'string') edits[field] = kept[field]
  const { feed_filters: filters } = kept
  if (Array.isArray(filters) && filters.every((row) => typeof row?.value === 'string')) edits.feed_filters = filters
  return edits
}
