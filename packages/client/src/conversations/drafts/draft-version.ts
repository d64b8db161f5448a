// Tells which of two versions of a draft has the other in it, so that nothing that somebody typed is lost between windows and devices.

import { isRecord } from '../../ground/objects.ts'
import { bothDrafts, type DraftText, isEmptyDraft, noDraft, readDraftText, sameDraft } from './draft-text.ts'

/** A text, and the versions that whoever typed it had before them. */
interface Version {
  readonly text: DraftText
  /** No two texts have the same. */
  readonly id: string
  /** When it was typed, in milliseconds since 1970, and in any case later than the versions that it has in it; 0 if another device did. */
  readonly at: number
  /** The latest version that it has in it, of each window by `at`, and of the server by its stamp. */
  readonly seen: Readonly<Record<string, number>>
  /** The last version that it and the server had in common. */
  readonly agreed: { readonly text: DraftText; readonly id: string }
}

/** The draft of a conversation in this window. */
export interface Entry extends Version {
  /** What was typed elsewhere at the same time: kept until it can be put under the text without disturbing whoever is typing. */
  readonly pending?: Version
}

/** The name of the server among those whose versions were seen. */
const server = ''

export const noEntry: Entry = { text: noDraft, id: '', at: 0, seen: {}, agreed: { text: noDraft, id: '' } }

/** The stamp of the latest version of the server that an entry has in it, or that is pending. */
export const stampOf = ({ seen, pending }: Entry): number => Math.max(seen[server] ?? 0, pending?.seen[server] ?? 0)

export const isUnsent = ({ text, agreed, pending }: Entry): boolean => pending === undefined && !sameDraft(text, agreed.text)

/** Whether the server had a text when an entry last heard of it. */
export const wasOnServer = ({ agreed, pending }: Entry): boolean => !isEmptyDraft((pending ?? { agreed }).agreed.text)

/** Whether nothing of it needs to be kept. */
export const isOver = ({ text, agreed, pending }: Entry): boolean =>
  isEmptyDraft(text) && isEmptyDraft(agreed.text) && pending === undefined

/** The entry with a text that was typed in a window. */
export function withText(entry: Entry, text: DraftText, window: string, now: number): Entry {
  const at = Math.max(now, entry.at + 1, (entry.pending?.at ?? 0) + 1)
  const writer = writerOf(entry, window)
  return { ...entry, text, at, id: `${writer}.${at}`, seen: { ...entry.seen, [writer]: at } }
}

/** Who types in a window: somebody else than before while what was typed there before is pending, as the new text does not have it in it. */
function writerOf({ seen, pending }: Entry, window: string): string {
  for (let count = 0; ; count++) {
    const writer = count === 0 ? window : `${window}-${count}`
    if ((pending?.seen[writer] ?? 0) <= (seen[writer] ?? 0)) return writer
  }
}

/** What the server has. @param writer the id of the version that was saved there; undefined if it was deleted */
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

/** The entry once it has the server's version in it, or has that pending. */
export function withServers(entry: Entry, version: Version): Entry {
  const seen = joined(entry.seen, version.seen)
  if (hasSeenId(entry, version.id)) return { ...entry, seen, agreed: version.agreed }
  // It was typed on top of what is here.
  if (entry.id === entry.agreed.id) return { ...entry, ...version, at: Math.max(entry.at, version.at), seen }
  return withPending(entry, version)
}

/** The entry once it has another window's version in it, or has that pending. @param isTyped whether the text is being typed in here */
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

/** The entry with what was pending under its text. It has another `id` only if it is another text than both. */
export function settled({ pending, ...own }: Entry, window: string, now: number): Entry {
  if (!pending) return own
  const both = merged(own, pending)
  const { id } = [both.agreed, own, pending].find(({ text, id }) => sameDraft(text, both.text) && !id.includes('+')) ?? {}
  return id === undefined ? withText(both, both.text, window, now) : { ...both, id }
}

/** The entry once the server has saved one that was sent. */
export function withSaved(entry: Entry, { text, id }: Entry, stamp: number): Entry {
  if (stamp <= (entry.seen[server] ?? 0)) return entry
  return { ...entry, seen: { ...entry.seen, [server]: stamp }, agreed: { text, id } }
}

/** Both of two versions in one, the first above the second. */
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

/** Whether a version has all others in it that another one has. The server's may be one that a window has typed. */
const hasSeen = ({ seen }: Version, other: Version): boolean =>
  Object.entries(other.seen).every(
    ([who, at]) => (seen[who] ?? 0) >= at || (who === server && hasSeenId({ seen }, other.agreed.id)),
  )

/** Whether a version has one in it that was typed in a window. */
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

/** An entry of an earlier version of this program, which had only the stamp of the server's text. */
function readOld({ base, ...texts }: Record<string, unknown>): Entry | undefined {
  if (typeof base !== 'number') return undefined
  const agreed = { text: readDraftText(texts.agreed), id: 'agreed' }
  const own = { at: 0, seen: { [server]: base }, agreed }
  const entry = { ...own, text: readDraftText(texts.text), id: 'text' }
  return texts.pending === undefined
    ? entry
    : { ...entry, pending: { ...own, text: readDraftText(texts.pending), id: 'pending' } }
}
