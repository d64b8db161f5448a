// Finds pushes among those that this client keeps, as the server does among all: without the network, and while its answer is on the way.

import {
  askedName,
  type ContentKind,
  conversationOf,
  isNamed,
  type Named,
  namesSelf,
  type Phrase,
  type Push,
  type SearchQuery,
  wordsOf,
} from '@waypost/protocol'
import type { ReadableAtom } from 'nanostores'
import { channelOf } from '../conversations/following.ts'
import type { Target } from '../conversations/target.ts'
import type { Platform } from '../session/platform.ts'

/** Searches what a session keeps. It remembers the words of each push, so the first search takes longest. */
interface KeptSearch {
  /** Reads the words of all pushes ahead of the first search. */
  prepare(): Promise<void>
  /**
   * The pushes that a query finds, most recently created first, up to a limit. Undefined when `isWanted` was false meanwhile: it is asked
   * after each slice of the work.
   */
  find(query: SearchQuery, limit: number, isWanted: () => boolean): Promise<Push[] | undefined>
}

/** Milliseconds of work in one go: keys are answered between. */
const slice = 6
/** Pushes between two looks at the clock. */
const few = 32

/** What this client keeps of an account. Each change of a push sets a new wrapper around the same map. */
interface Kept {
  $pushes: ReadableAtom<{ readonly entries: ReadonlyMap<string, Push> }>
  targets(): readonly Target[]
}

export function openKeptSearch({ $pushes, targets }: Kept, platform: Pick<Platform, 'now' | 'after'>): KeptSearch {
  const words = new WeakMap<Push, string>()
  let sorted: { from: unknown; pushes: Push[] } | undefined

  function newestFirst(): Push[] {
    const wrapper = $pushes.get()
    if (sorted?.from !== wrapper)
      sorted = { from: wrapper, pushes: [...wrapper.entries.values()].sort((a, b) => b.created - a.created) }
    return sorted.pushes
  }

  function wordsIn(push: Push): string {
    const known = words.get(push)
    if (known !== undefined) return known
    const text = textsOf(push)
      .map(
        (each) =>
          ` ${wordsOf(each)
            .map(({ term }) => term)
            .join(' ')} `,
      )
      .join('\n')
    words.set(push, text)
    return text
  }

  /** Goes through all pushes until `visit` returns false. @returns whether it came to an end */
  async function each(visit: (push: Push) => boolean, isWanted: () => boolean): Promise<boolean> {
    let until = platform.now() + slice
    const pushes = newestFirst()
    for (let at = 0; at < pushes.length; at++) {
      if (!visit(pushes[at] as Push)) return true
      if (at % few !== 0 || platform.now() < until) continue
      await new Promise<void>((resolve) => void platform.after(0, resolve))
      if (!isWanted()) return false
      until = platform.now() + slice
    }
    return true
  }

  return {
    async prepare() {
      await each(
        (push) => wordsIn(push) !== undefined,
        () => true,
      )
    },
    async find(query, limit, isWanted) {
      const fits = fitting(query, () => targets().map(namedOf))
      const found: Push[] = []
      const ended = await each((push) => {
        if (push.deleted_by_sender || !fits(push, wordsIn(push))) return true
        found.push(push)
        return found.length < limit
      }, isWanted)
      return ended ? found : undefined
    },
  }
}

/** The texts of a push in which words are found. */
export const textsOf = (push: Push): string[] =>
  [push.title, push.body, push.url, push.file_name, ...namesIn(push)].filter((text) => text !== undefined)

/** The names of the other side, which the server has for every push. */
const namesIn = ({ direction, sender_name, sender_email, receiver_email }: Push) =>
  direction === 'incoming' ? [sender_name, sender_email] : direction === 'outgoing' ? [receiver_email] : []

/** Decides whether a push, with its words, is what a query asks for. */
function fitting(query: SearchQuery, all: () => readonly Named[]): (push: Push, words: string) => boolean {
  const { after = Number.NEGATIVE_INFINITY, before = Number.POSITIVE_INFINITY, has, hasNot } = query
  const wanted = query.all.map(written)
  const unwanted = query.none.map(written)
  const filters = (['from', 'to', 'in'] as const).flatMap((filter) =>
    query[filter].length > 0 ? [byNames(filter, query[filter], all())] : [],
  )
  return (push, words) =>
    push.created >= after &&
    push.created < before &&
    has.every((what) => hasContent(push, what)) &&
    !hasNot.some((what) => hasContent(push, what)) &&
    wanted.every((phrase) => words.includes(phrase)) &&
    !unwanted.some((phrase) => words.includes(phrase)) &&
    filters.every((filter) => filter(push))
}

/** A phrase as it stands among the words of a text, each of which has a space on both sides. */
const written = ({ terms, prefix }: Phrase): string => ` ${terms.join(' ')}${prefix ? '' : ' '}`

function hasContent(push: Push, what: ContentKind): boolean {
  if (what === 'link') return push.type === 'link' || push.url !== undefined
  if (what === 'file') return push.type === 'file' || push.file_url !== undefined
  if (what === 'image') return push.image_url !== undefined || (push.file_type?.startsWith('image/') ?? false)
  return push.type === 'list'
}

/** Decides whether a push is from, to, or in a conversation with what has one of the names. */
function byNames(filter: 'from' | 'to' | 'in', names: readonly string[], all: readonly Named[]): (push: Push) => boolean {
  const asked = names.filter((name) => !namesSelf(name)).map(askedName)
  const named = all.filter((each) => asked.some((name) => isNamed(each, name)))
  const devices = new Set(named.filter(({ kind }) => kind === 'device').map(({ key }) => key))
  const people = new Set(named.filter(({ kind }) => kind === 'person').map(({ key }) => `email:${key}`))
  const others = new Set(
    named.filter(({ kind }) => kind === 'channel' || kind === 'client').map(({ kind, key }) => `${kind}:${key}`),
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
  const { type, key, name, desc } = target
  if (type === 'device') return { kind: 'device', key, name, also: desc }
  if (type === 'grant') return { kind: 'client', key, name, also: null }
  const channel = channelOf(target)
  if (channel) return { kind: 'channel', key: channel.iden, name, also: channel.tag ?? null }
  return { kind: 'person', key, name, also: desc }
}
