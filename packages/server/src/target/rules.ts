import { type TargetPerson, wordStarts } from '@waypost/protocol'
import type { Micros } from '../change.ts'
import { filled } from '../objects.ts'
import { remembering } from '../processor/remembering.ts'
import { atOnce } from '../processor/time.ts'

const peoplePerAnswer = 20

/** A person that an account knows. `user_iden` is the account with that address, null if there is none. */
export interface Known {
  source: 'contact' | 'chat'
  /** 1 for a contact, and for a chat that is shown. */
  active: number
  name: string | null
  email: string
  email_normalized: string
  image_url: string | null
  modified: Micros
  user_iden: string | null
  /** 1 if the account blocks the person. */
  blocked: number
}

/** A person that an account knows, merged from contacts and chats. */
export interface KnownPerson {
  target: TargetPerson
  blocked: boolean
  /** Whether the account has a visible chat with them. */
  chatting: boolean
  modified: Micros
}

/** Merges entries of the same person, latest first. A contact's name takes precedence, because the account chose it. */
export const mergeKnown = (known: readonly Known[]): KnownPerson[] => {
  const people: KnownPeople = new Map()
  atOnce(addKnown(people, known))
  return latestFirst(people)
}

/** People by address. */
export type KnownPeople = Map<string, KnownPerson>

/** Adds entries, in steps. */
export function* addKnown(people: KnownPeople, known: readonly Known[]): Generator<undefined, true> {
  for (const [index, row] of known.entries()) {
    if (index % 50 === 49) yield
    const before = people.get(row.email_normalized)
    const { name, email, image_url } = before?.target ?? {}
    people.set(row.email_normalized, {
      target: {
        ...filled({ name: name ?? row.name, image_url: image_url ?? row.image_url }),
        email: email ?? row.email,
        email_normalized: row.email_normalized,
        is_user: row.user_iden !== null,
      },
      blocked: row.blocked === 1,
      chatting: before?.chatting === true || (row.source === 'chat' && row.active === 1),
      modified: Math.max(before?.modified ?? 0, row.modified),
    })
  }
  return true
}

export const latestFirst = (people: KnownPeople): KnownPerson[] => [...people.values()].sort((a, b) => b.modified - a.modified)

/** People to start a chat with. */
export function suggested(people: readonly KnownPerson[]): TargetPerson[] {
  return targets(people.filter(({ blocked, chatting }) => !blocked && !chatting))
}

/** People who may be invited. */
export function invitable(people: readonly KnownPerson[]): TargetPerson[] {
  return targets(people.filter(({ blocked, target }) => !blocked && !target.is_user))
}

/** Adds people whose name or address contains the query at the start of a word, in steps. Ignores case and accents. */
export function* completing(people: readonly KnownPerson[], query: string, found: TargetPerson[]): Generator<undefined, true> {
  const wanted = remembered(query)
  if (wanted === remembered('')) return true
  for (const { target } of people) {
    if ([target.name ?? '', target.email].some((text) => remembered(text).includes(wanted))) found.push(target)
    if (found.length === peoplePerAnswer) return true
    yield
  }
  return true
}

/** The same, in one go. */
export function completed(people: readonly KnownPerson[], query: string): TargetPerson[] {
  const found: TargetPerson[] = []
  atOnce(completing(people, query, found))
  return found
}

const targets = (people: readonly KnownPerson[]) => people.slice(0, peoplePerAnswer).map(({ target }) => target)

/** Caches normalized names across all boxes: each is folded once, not for each keystroke. In UTF-16 units. */
const remembered = remembering(wordStarts, 4 * 2 ** 20)
