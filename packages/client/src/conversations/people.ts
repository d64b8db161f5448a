import { autocompleteTargets, inviteTargets, normalizeEmail, Refusal, suggestTargets, type TargetPerson } from '@waypost/protocol'
import { atom, type ReadableAtom } from 'nanostores'
import type { Calls } from '../session/call.ts'
import type { OpenMirror } from '../sync/mirror.ts'
import { folded, placeIn } from './case-fold.ts'
import type { Range } from './target.ts'

export interface Picker {
  /**
   * What fits the latest query: own matches at once, the server's when they are there, then the typed address or number itself.
   * `looking` until the server has answered. An answer to an earlier query is dropped; an empty query finds nothing.
   */
  readonly $found: ReadableAtom<{ query: string; suggestions: readonly Suggestion[]; looking: boolean }>
  ask(query: string): void
}

export interface People {
  /** People whom one may want to write to: the server's suggestions, none with whom there is a chat. @throws Refusal */
  suggest(): Promise<readonly Suggestion[]>
  /** People whom the account knows and who have no account here. @throws Refusal */
  invitable(): Promise<readonly Suggestion[]>
  /** A new look for people by what is typed; each picker has its own. */
  picker(): Picker
}

/** Somebody or something that a person may pick. */
export interface Suggestion {
  /** Unlike that of any other on the list. */
  key: string
  type: 'person' | 'email'
  name: string
  /** Of a `person` and an `email`. */
  email?: string
  image_url?: string
  is_user?: boolean
  /** Where the query stands in the name, and in the address. */
  inName?: Range
  inEmail?: Range
}

interface Deps {
  call: Calls['call']
  mirror: OpenMirror
}

type Person = Pick<TargetPerson, 'name' | 'email' | 'image_url' | 'is_user'>

export function openPeople({ call, mirror }: Deps): People {
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
        const answer = (people: readonly Person[], looking: boolean) => {
          const blocked = blockedAddresses(mirror)
          const known = [...own, ...people]
          const offered = [...matching(known, wanted), ...asTyped(query, known)]
          $found.set({ query, suggestions: offered.filter(({ key }) => !blocked.has(key)), looking })
        }
        answer([], true)
        call(autocompleteTargets, { query: query.trim() }).then(
          ({ targets }) => $found.get().query === query && answer(targets, false),
          (error: unknown) => {
            if (!(error instanceof Refusal)) throw error
            if ($found.get().query === query) answer([], false)
          },
        )
      },
    }
  }

  return {
    suggest: async () => (await call(suggestTargets, {})).targets.map((person) => suggestionOf(person)),
    invitable: async () => (await call(inviteTargets, {})).targets.map((person) => suggestionOf(person)),
    picker,
  }
}

/** Whom this machine knows: those with a chat first. */
function knownPeople(mirror: OpenMirror): Person[] {
  const people: Person[] = []
  for (const { with: other } of mirror.of('chats').get().entries.values()) {
    if (other?.email) people.push({ ...other, email: other.email, is_user: other.type === 'user' })
  }
  for (const { email, name, image_url } of mirror.of('contacts').get().entries.values()) {
    if (email) people.push({ email, name, image_url })
  }
  return people
}

/** Whom the account blocks: one who was blocked is offered nowhere, whatever chat or contact is left of them. */
function blockedAddresses(mirror: OpenMirror): Set<string> {
  const blocks = [...mirror.of('blocks').get().entries.values()]
  return new Set(blocks.map(({ user }) => user?.email_normalized).filter((email) => email !== undefined))
}

const mostMatches = 20

/** Those who fit, each address once; what stands at a name's start before what stands elsewhere. */
function matching(people: readonly Person[], wanted: string): Suggestion[] {
  const ranked = new Map<string, { rank: number; suggestion: Suggestion }>()
  for (const person of people) {
    const key = normalizeEmail(person.email)
    const known = ranked.get(key)?.suggestion
    if (known) {
      // A contact does not say whether there is an account under its address; the server does.
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
  return sorted.slice(0, mostMatches).map(({ suggestion }) => suggestion)
}

/** The address that was typed, unless it is somebody's who is known. */
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
