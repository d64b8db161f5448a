// Searches the pushes that this client keeps, by the rules of the server's search: offline, and while the server's response is pending.

import {
  askedName,
  type ContentKind,
  conversationOf,
  cutWords,
  hasTags,
  inOrder,
  isNamed,
  type Named,
  namesSelf,
  type Phrase,
  type Push,
  placesOf,
  type SearchQuery,
  type Source,
  type Word,
} from '@waypost/protocol'
import type { ReadableAtom } from 'nanostores'
import type { Platform } from '../ground/platform.ts'
import { channelOf } from '../history/following.ts'
import type { Target } from '../history/target.ts'

interface KeptFound {
  pushes: Push[]
  /** Some pushes are so long that their words are still being read: progress is remembered, and the next search continues. */
  isPartial: boolean
}

/** Milliseconds of work per slice; keystrokes are handled in between. */
const slice = 6
/** Pushes between two checks of the clock. */
const few = 32
/** Milliseconds that one search spends reading the words of one push: a very long one must not hold up all others. */
const mostOfOne = 25

/** The pushes that this client keeps of an account. Each change of a push sets a new wrapper around the same map. */
interface Kept {
  $pushes: ReadableAtom<{ readonly entries: ReadonlyMap<string, Push> }>
  targets(): readonly Target[]
}

/** Searches the pushes that a session keeps. It caches the words of each push, so the first search takes longest. */
export function openKeptSearch({ $pushes, targets }: Kept, platform: Pick<Platform, 'now' | 'after'>) {
  const words = new WeakMap<Push, string>()
  const reading = new WeakMap<Push, Generator<undefined, string>>()
  let sorted: { from: unknown; pushes: Push[] } | undefined

  function newestFirst(): Push[] {
    const wrapper = $pushes.get()
    if (sorted?.from !== wrapper)
      sorted = { from: wrapper, pushes: [...wrapper.entries.values()].sort((one, other) => inOrder(other, one)) }
    return sorted.pushes
  }

  /** Reads the words of a push in steps, and continues where it stopped. */
  function stepsOf(push: Push): Generator<undefined, string> {
    const steps = reading.get(push) ?? readWords(push)
    reading.set(push, steps)
    return steps
  }

  /**
   * Visits all pushes until `visit` returns false.
   * @param most milliseconds to read the words of one push; after that `visit` is called without them
   * @returns whether it reached the end
   */
  async function each(
    visit: (push: Push, words: string | undefined) => boolean,
    isWanted: () => boolean,
    most: number,
  ): Promise<boolean> {
    let until = platform.now() + slice
    /** Yields to other work when the slice is used up. @returns whether the search is still wanted */
    async function rest(): Promise<boolean> {
      if (platform.now() < until) return true
      await new Promise<void>((resolve) => void platform.after(0, resolve))
      until = platform.now() + slice
      return isWanted()
    }
    const pushes = newestFirst()
    for (let at = 0; at < pushes.length; at++) {
      const push = pushes[at] as Push
      let text = words.get(push)
      if (text === undefined) {
        const steps = stepsOf(push)
        let step = steps.next()
        const end = step.done ? 0 : platform.now() + most
        while (!step.done && platform.now() < end) {
          if (!(await rest())) return false
          step = steps.next()
        }
        if (step.done) {
          text = step.value
          words.set(push, text)
          reading.delete(push)
        }
      }
      if (!visit(push, text)) return true
      if (at % few === 0 && !(await rest())) return false
    }
    return true
  }

  return {
    /** Reads the words of all pushes ahead of the first search. */
    async prepare(): Promise<void> {
      await each(
        () => true,
        () => true,
        Number.POSITIVE_INFINITY,
      )
    },
    /**
     * The matching pushes, most recently created first, up to a limit. Undefined if `isWanted` returned false: it is called after each
     * slice of the work.
     */
    async find(query: SearchQuery, limit: number, isWanted: () => boolean): Promise<KeptFound | undefined> {
      const fits = fitting(query, () => targets().map(namedOf))
      const pushes: Push[] = []
      let isPartial = false
      const visit = (push: Push, text: string | undefined): boolean => {
        if (text === undefined) isPartial = true
        else if (!push.deleted_by_sender && fits(push, text)) pushes.push(push)
        return pushes.length < limit
      }
      return (await each(visit, isWanted, mostOfOne)) ? { pushes, isPartial } : undefined
    },
  }
}

/** The words of a push, each between spaces, with each text on its own line. */
function* readWords(push: Push): Generator<undefined, string> {
  const lines: string[] = []
  for (const text of textsOf(push)) {
    const words: Word[] = []
    yield* cutWords(text, words)
    lines.push(` ${words.map(({ term }) => term).join(' ')} `)
  }
  return lines.join('\n')
}

/** The searchable texts of a push. */
export const textsOf = (push: Push): string[] =>
  [push.title, push.body, push.url, push.file_name, push.tags?.join(' '), ...namesIn(push)].filter((text) => text !== undefined)

/** The names of the other side, which the server has for every push. */
const namesIn = ({ direction, sender_name, sender_email, receiver_email }: Push) =>
  direction === 'incoming' ? [sender_name, sender_email] : direction === 'outgoing' ? [receiver_email] : []

function fitting(query: SearchQuery, all: () => readonly Named[]): (push: Push, words: string) => boolean {
  const { after = Number.NEGATIVE_INFINITY, before = Number.POSITIVE_INFINITY, has, hasNot } = query
  const wanted = query.all.map(occurring)
  const unwanted = query.none.map(occurring)
  const filters = (['from', 'to', 'in'] as const).flatMap((filter) =>
    query[filter].length > 0 ? [byNames(filter, query[filter], all())] : [],
  )
  return (push, words) =>
    push.created >= after &&
    push.created < before &&
    has.every((what) => hasContent(push, what)) &&
    !hasNot.some((what) => hasContent(push, what)) &&
    wanted.every((occurs) => occurs(words)) &&
    !unwanted.some((occurs) => occurs(words)) &&
    hasTags(query, push) &&
    filters.every((filter) => filter(push))
}

/** Engines may take quadratic time to search for a longer, repetitive text. */
const soonFound = 200

/** `words` is as `readWords` formats it. */
function occurring(phrase: Phrase): (words: string) => boolean {
  const text = ` ${phrase.terms.join(' ')}${phrase.prefix ? '' : ' '}`
  if (text.length <= soonFound) return (words) => words.includes(text)
  // A line ends with a special word that is never a term.
  return (words) =>
    placesOf(
      phrase,
      Array.from(words.split(' '), (term) => ({ term, start: 0, end: 0 })),
      1,
    ).length > 0
}

function hasContent(push: Push, what: ContentKind): boolean {
  if (what === 'link') return push.type === 'link' || push.url !== undefined
  if (what === 'file') return push.type === 'file' || push.file_url !== undefined
  if (what === 'image') return push.image_url !== undefined || (push.file_type?.startsWith('image/') ?? false)
  return push.type === 'list'
}

function byNames(filter: 'from' | 'to' | 'in', names: readonly string[], all: readonly Named[]): (push: Push) => boolean {
  const asked = names.filter((name) => !namesSelf(name)).map(askedName)
  const named = all.filter((each) => asked.some((name) => isNamed(each, name)))
  const devices = new Set(named.filter(({ kind }) => kind === 'device').map(({ key }) => key))
  const people = new Set(named.filter(({ kind }) => kind === 'person').map(({ key }) => `email:${key}`))
  const others = new Set(
    named
      .filter(({ kind }) => kind === 'channel' || kind === 'client' || kind === 'source')
      .map(({ kind, key }) => `${kind}:${key}`),
  )
  const isSelf = names.some(namesSelf)
  return (push) => {
    const { direction, source_device_iden: source = '', target_device_iden: goal = '' } = push
    const conversation = conversationOf(push)
    if (filter === 'in')
      return (
        (isSelf && conversation === 'self') ||
        devices.has(source) ||
        devices.has(goal) ||
        people.has(conversation) ||
        others.has(conversation)
      )
    const [self, person, device] =
      filter === 'from' ? (['outgoing', 'incoming', source] as const) : (['incoming', 'outgoing', goal] as const)
    return (
      (isSelf && (direction === self || direction === 'self')) ||
      devices.has(device) ||
      (direction === person && people.has(conversation)) ||
      ((filter === 'from' || direction === 'self') && others.has(conversation))
    )
  }
}

function namedOf(target: Target): Named {
  const { type, key, name, desc, obj } = target
  if (type === 'device') return { kind: 'device', key, name, also: desc }
  if (type === 'grant') return { kind: 'client', key, name, also: null }
  if (type === 'source') return { kind: 'source', key, name, also: (obj as Source).topic ?? null }
  const channel = channelOf(target)
  if (channel) return { kind: 'channel', key: channel.iden, name, also: channel.tag ?? null }
  return { kind: 'person', key, name, also: desc }
}
