// Suggests people to write to or to invite, and finds people by name or address.

import { autocompleteTargets, inviteTargets, normalizeEmail, Refusal, suggestTargets, type TargetPerson } from '@waypost/protocol'
import { atom, type ReadableAtom } from 'nanostores'
import type { Calls } from '../ground/call.ts'
import type { Range } from '../history/target.ts'
import type { Mirror } from '../sync/mirror.ts'
import { folded, placeIn } from './case-fold.ts'

export interface Picker {
  /**
   * Suggestions for the latest query: known people at once, those of the server when they arrive, then the typed address itself.
   * `looking` until the server has responded. A response to an earlier query is ignored; an empty query finds nothing.
   */
  readonly $found: ReadableAtom<{ query: string; suggestions: readonly Suggestion[]; looking: boolean }>
  ask(query: string): void
}

export interface People {
  /** People to write to: the server's suggestions, without those who have a chat already. @throws Refusal */
  suggest(): Promise<readonly Suggestion[]>
  /** People whom the account knows but who have no account here. @throws Refusal */
  invitable(): Promise<readonly Suggestion[]>
  /** The same person, with `is_user` if the server knows it: someone may be picked before it has responded. */
  recognize(person: Suggestion): Promise<Suggestion>
  /** Each picker has its own state. */
  picker(): Picker
}

export interface Suggestion {
  key: string
  type: 'person' | 'email'
  name: string
  /** As typed or as the server has it. */
  email?: string
  image_url?: string
  is_user?: boolean
  inName?: Range
  inEmail?: Range
}

interface Deps {
  call: Calls['call']
  mirror: Mirror
}

type Person = Pick<TargetPerson, 'name' | 'email' | 'image_url' | 'is_user'>

/** The people whom the account of a session knows. */
export function peopleOf({ call, mirror }: Deps): People {
  function picker(): Picker {
    const $found = atom<{ query: string; suggestions: readonly Suggestion[]; looking: boolean }>({
      query: '',
      suggestions: [],
      looking: false,
    })
    return {
      $found,
      ask(query) {
        const wanted = folded(query)
        if (wanted === '') return $found.set({ query, suggestions: [], looking: false })
        const own = knownPeople(mirror)
        const show = (people: readonly Person[], looking: boolean) => {
          const blocked = blockedAddresses(mirror)
          const known = [...own, ...people]
          const offered = [...matching(known, wanted), ...asTyped(query, known)]
          $found.set({ query, suggestions: offered.filter(({ key }) => !blocked.has(key)), looking })
        }
        show([], true)
        call(autocompleteTargets, { query: query.trim() }).then(
          ({ targets }) => $found.get().query === query && show(targets, false),
          (error: unknown) => {
            if (!(error instanceof Refusal)) throw error
            if ($found.get().query === query) show([], false)
          },
        )
      },
    }
  }

  return {
    suggest: async () => (await call(suggestTargets, {})).targets.map((person) => suggestionOf(person)),
    async recognize(person) {
      if (person.is_user !== undefined || !person.email) return person
      const address = normalizeEmail(person.email)
      try {
        const { targets } = await call(autocompleteTargets, { query: person.email })
        const known = targets.find(({ email }) => normalizeEmail(email) === address)
        return known?.is_user === undefined ? person : { ...person, is_user: known.is_user }
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return person
      }
    },
    invitable: async () => (await call(inviteTargets, {})).targets.map((person) => suggestionOf(person)),
    picker,
  }
}

/** Those with a chat first. */
function knownPeople(mirror: Mirror): Person[] {
  const people: Person[] = []
  for (const { with: other } of mirror.of('chats').get().entries.values()) {
    if (other?.email) people.push({ ...other, email: other.email, is_user: other.type === 'user' })
  }
  for (const { email, name, image_url } of mirror.of('contacts').get().entries.values()) {
    if (email) people.push({ email, name, image_url })
  }
  return people
}

/** A blocked person is never suggested, even with a chat or contact. */
function blockedAddresses(mirror: Mirror): Set<string> {
  const blocks = [...mirror.of('blocks').get().entries.values()]
  return new Set(blocks.map(({ user }) => user?.email_normalized).filter((email) => email !== undefined))
}

const maxMatches = 20

/** Each address once; matches at the start of a name first. */
function matching(people: readonly Person[], wanted: string): Suggestion[] {
  const ranked = new Map<string, { rank: number; suggestion: Suggestion }>()
  for (const person of people) {
    const key = normalizeEmail(person.email)
    const known = ranked.get(key)?.suggestion
    if (known) {
      // A contact does not say whether its address has an account; the server does.
      if (person.is_user !== undefined) known.is_user ??= person.is_user
      continue
    }
    const inName = placeIn(person.name ?? '', wanted)
    const inEmail = placeIn(person.email, wanted)
    const begins = (place: typeof inName) => place !== undefined && place.at !== 'inside'
    if (!begins(inName) && !begins(inEmail)) continue
    const suggestion = suggestionOf(person)
    if (inName) suggestion.inName = { start: inName.start, end: inName.end }
    if (inEmail) suggestion.inEmail = { start: inEmail.start, end: inEmail.end }
    ranked.set(key, { rank: inName?.at === 'start' ? 0 : inEmail?.at === 'start' ? 1 : 2, suggestion })
  }
  const sorted = [...ranked.values()].sort((a, b) => a.rank - b.rank)
  return sorted.slice(0, maxMatches).map(({ suggestion }) => suggestion)
}

/** The typed address, unless it is a known person's. */
function asTyped(query: string, people: readonly Person[]): Suggestion[] {
  const typed = query.trim()
  if (!typed.includes('@')) return []
  const key = normalizeEmail(typed)
  if (people.some(({ email }) => normalizeEmail(email) === key)) return []
  return [{ key, type: 'email', name: typed, email: typed }]
}

function suggestionOf({ name, email, image_url, is_user }: Person): Suggestion {
  const suggestion: Suggestion = { key: normalizeEmail(email), type: 'person', name: name?.trim() || email, email }
  if (image_url) suggestion.image_url = image_url
  if (is_user !== undefined) suggestion.is_user = is_user
  return suggestion
}
