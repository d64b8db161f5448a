// Decides which of two versions of a draft includes the other, so no typed text is lost between windows and devices.

import { isRecord } from '../../ground/objects.ts'
import { bothDrafts, type DraftText, isEmptyDraft, noDraft, readDraftText, sameDraft } from './draft-text.ts'

/** A text, and the versions it is based on. */
interface Version {
  readonly text: DraftText
  /** Unique to this text. */
  readonly id: string
  /** When it was typed, in milliseconds since 1970, and always later than the versions it includes; 0 if it comes from another device. */
  readonly at: number
  /** The latest version it includes: of each window by `at`, and of the server by its stamp. */
  readonly seen: Readonly<Record<string, number>>
  /** The last version that it and the server had in common. */
  readonly agreed: { readonly text: DraftText; readonly id: string }
}

/** The draft of a conversation in this window. */
export interface Entry extends Version {
  /** A concurrent version from elsewhere: kept until it can be appended without disturbing the person typing. */
  readonly pending?: Version
}

/** The key of the server in `seen`. */
const server = ''

export const noEntry: Entry = { text: noDraft, id: '', at: 0, seen: {}, agreed: { text: noDraft, id: '' } }

/** The stamp of the latest server version that an entry includes or has pending. */
export const stampOf = ({ seen, pending }: Entry): number => Math.max(seen[server] ?? 0, pending?.seen[server] ?? 0)

export const isUnsent = ({ text, agreed, pending }: Entry): boolean => pending === undefined && !sameDraft(text, agreed.text)

/** Whether the server had a text, as far as an entry knows. */
export const wasOnServer = ({ agreed, pending }: Entry): boolean => !isEmptyDraft((pending ?? { agreed }).agreed.text)

/** Whether an entry has nothing left to keep. */
export const isOver = ({ text, agreed, pending }: Entry): boolean =>
  isEmptyDraft(text) && isEmptyDraft(agreed.text) && pending === undefined

/** The entry after a text was typed in a window. */
export function withText(entry: Entry, text: DraftText, window: string, now: number): Entry {
  const at = Math.max(now, entry.at + 1, (entry.pending?.at ?? 0) + 1)
  const writer = writerOf(entry, window)
  return { ...entry, text, at, id: `${writer}.${at}`, seen: { ...entry.seen, [writer]: at } }
}

/** While an earlier text of this window is pending, the name is a new one, because the new text does not include that version. */
function writerOf({ seen, pending }: Entry, window: string): string {
  for (let count = 0; ; count++) {
    const writer = count === 0 ? window : `${window}-${count}`
    if ((pending?.seen[writer] ?? 0) <= (seen[writer] ?? 0)) return writer
  }
}

/** The version on the server. @param writer the id of the version that was saved there; undefined if it was deleted */
export function serversVersion(text: DraftText, writer: string | undefined, stamp: number): Version {
  const id = writer ?? `@${stamp}`
  const typed = typedIn(id)
  return {
    text,
    id,
    at: typed?.at ?? 0,
    seen: { [server]: stamp, ...(typed && { [typed.window]: typed.at }) },
    agreed: { text, id },
  }
}

/** Reads the `id` of a version that was typed in a window. */
function typedIn(id: string): { window: string; at: number } | undefined {
  const [, window, at] = /^(.+)\.(\d+)$/.exec(id) ?? []
  return window === undefined ? undefined : { window, at: Number(at) }
}

/** The entry after the server's version is merged or pending. */
export function withServers(entry: Entry, version: Version): Entry {
  const seen = joined(entry.seen, version.seen)
  if (hasSeenId(entry, version.id)) return { ...entry, seen, agreed: version.agreed }
  // It was typed on top of our version.
  if (entry.id === entry.agreed.id) return { ...entry, ...version, at: Math.max(entry.at, version.at), seen }
  return withPending(entry, version)
}

/** The entry after another window's version is merged or pending. @param isTyped whether someone is typing the text in this window */
export function withWindows(entry: Entry, { pending, ...version }: Entry, isTyped: boolean): Entry {
  const next = withVersion(entry, version, isTyped)
  return pending && !hasSeen(next, pending) ? withPending(next, pending) : next
}

function withVersion(entry: Entry, version: Version, isTyped: boolean): Entry {
  if (hasSeen(entry, version)) return entry
  const { pending, ...own } = entry
  const isNewer = hasSeen(version, entry)
  if (isNewer || sameDraft(entry.text, version.text)) {
    const both = merged(version, own)
    const next = { ...both, text: version.text, id: !isNewer && own.id === both.agreed.id ? own.id : version.id }
    return pending && !hasSeen(next, pending) ? { ...next, pending } : next
  }
  const isLater = version.at > entry.at || (version.at === entry.at && version.id > entry.id)
  return isLater && !isTyped ? withPending({ ...version, ...(pending && { pending }) }, own) : withPending(entry, version)
}

const withPending = (entry: Entry, version: Version): Entry => ({
  ...entry,
  pending: entry.pending ? merged(entry.pending, version) : version,
})

/** The entry with the pending version merged in. It gets a new `id` only if the result differs from both. */
export function settled({ pending, ...own }: Entry, window: string, now: number): Entry {
  if (!pending) return own
  const both = merged(own, pending)
  const { id } = [both.agreed, own, pending].find(({ text, id }) => sameDraft(text, both.text) && !id.includes('+')) ?? {}
  return id === undefined ? withText(both, both.text, window, now) : { ...both, id }
}

/** The entry after the server has saved a sent one. */
export function withSaved(entry: Entry, { text, id }: Entry, stamp: number): Entry {
  if (stamp <= (entry.seen[server] ?? 0)) return entry
  return { ...entry, seen: { ...entry.seen, [server]: stamp }, agreed: { text, id } }
}

/** Merges two versions, the first above the second. */
function merged(one: Version, other: Version): Version {
  const newest = (other.seen[server] ?? 0) > (one.seen[server] ?? 0) ? other : one
  return {
    text: sameDraft(one.text, other.text) ? one.text : bothDrafts(one.text, other.text),
    id: `${one.id}+${other.id}`,
    at: Math.max(one.at, other.at),
    seen: joined(one.seen, other.seen),
    agreed: newest.agreed,
  }
}

/** Whether a version includes all versions that another one includes. A server version may originate in a window. */
const hasSeen = ({ seen }: Version, other: Version): boolean =>
  Object.entries(other.seen).every(
    ([who, at]) => (seen[who] ?? 0) >= at || (who === server && hasSeenId({ seen }, other.agreed.id)),
  )

function hasSeenId({ seen }: Pick<Version, 'seen'>, id: string): boolean {
  const typed = typedIn(id)
  return typed !== undefined && (seen[typed.window] ?? 0) >= typed.at
}

const joined = (one: Version['seen'], other: Version['seen']): Version['seen'] =>
  Object.fromEntries([...Object.entries(one), ...Object.entries(other).filter(([who, at]) => at > (one[who] ?? 0))])

/** Parses a saved entry; undefined if it is malformed or belongs to another account. */
export function readEntry(saved: string | undefined, owner?: string): Entry | undefined {
  try {
    const value: unknown = JSON.parse(saved ?? '')
    if (!isRecord(value) || (owner !== undefined && value.user !== owner)) return undefined
    const pending = readVersion(value.pending)
    const entry = readVersion(value) ?? readOld(value)
    return entry && { ...entry, ...(pending && { pending }) }
  } catch {
    return undefined
  }
}

function readVersion(value: unknown): Version | undefined {
  if (!isRecord(value) || !isRecord(value.seen) || !isRecord(value.agreed)) return undefined
  const { id, at, text, agreed } = value
  if (typeof id !== 'string' || typeof at !== 'number' || typeof agreed.id !== 'string') return undefined
  const seen = Object.entries(value.seen).filter((each): each is [string, number] => typeof each[1] === 'number')
  const known = { text: readDraftText(agreed.text), id: agreed.id }
  return { text: readDraftText(text), id, at, seen: Object.fromEntries(seen), agreed: known }
}

/** Reads an entry of an earlier version of this program, which had only the stamp of the server's text. */
function readOld({ base, ...texts }: Record<string, unknown>): Entry | undefined {
  if (typeof base !== 'number') return undefined
  const agreed = { text: readDraftText(texts.agreed), id: 'agreed' }
  const own = { at: 0, seen: { [server]: base }, agreed }
  const entry = { ...own, text: readDraftText(texts.text), id: 'text' }
  return texts.pending === undefined
    ? entry
    : { ...entry, pending: { ...own, text: readDraftText(texts.pending), id: 'pending' } }
}
