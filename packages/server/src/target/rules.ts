// Decides which known people are suggested, may be invited, or match a query.

import { limits, type TargetPerson } from '@waypost/protocol'
import { filled } from '../objects.ts'
import type { Known } from './rows.ts'

/** A person known to an account, merged from contacts and chats. */
export interface KnownPerson {
  target: TargetPerson
  blocked: boolean
  /** Whether there is a visible chat with them. */
  chatting: boolean
  modified: number
}

/** Merges entries of the same person, the latest first. The name of a contact takes precedence: the account chose it. */
export function mergeKnown(known: readonly Known[]): KnownPerson[] {
  const people = new Map<string, KnownPerson>()
  for (const row of known) {
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
  return [...people.values()].sort((a, b) => b.modified - a.modified)
}

/** People to start a chat with. */
export function suggested(people: readonly KnownPerson[]): TargetPerson[] {
  return targets(people.filter(({ blocked, chatting }) => !blocked && !chatting))
}

/** People who may be invited. */
export function invitable(people: readonly KnownPerson[]): TargetPerson[] {
  return targets(people.filter(({ blocked, target }) => !blocked && !target.is_user))
}

/** People whose name or address, from the start of some word on, begins with the query. Ignores case and accents. */
export function completed(people: readonly KnownPerson[], query: string): TargetPerson[] {
  const wanted = folded(query)
  if (wanted === '') return []
  return targets(people.filter(({ target }) => [target.name ?? '', target.email].some((text) => hasWord(folded(text), wanted))))
}

const targets = (people: readonly KnownPerson[]) => people.slice(0, limits.targets).map(({ target }) => target)

/** Text without accents and case, with single spaces between words. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
}

function hasWord(text: string, wanted: string): boolean {
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    if (at === 0 || /[^\p{L}\p{N}]/u.test(text.charAt(at - 1))) return true
  }
  return false
}
