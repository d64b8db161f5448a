import { type AskedName, askedName, callingOf, isNamed, type Named, namesSelf } from '@waypost/protocol'
import type { Reader } from '../../db/db.ts'
import { remembering } from '../../processor/remembering.ts'
import type { ProcessorTime } from '../../processor/time.ts'
import { deviceOf } from '../history-rows.ts'
import { namedIn, namedTables } from './rows.ts'
import { type Mark, type Term, termOfMark } from './terms.ts'

type Filter = 'from' | 'to' | 'in'

/** The maximum names of one kind that are searched, the latest ones; and how many are read at a time. */
const most = { names: 5_000, atOnce: 250 }

/** Caches the words of names, across all boxes: a name is split into words once, not in each search. In UTF-16 units. */
const remembered = remembering(callingOf, 4 * 2 ** 20)

/** For each filter, the terms of pushes from, to, or in a conversation with a target so named, if any: a push has one of each. */
export async function termsOfNames(
  reader: Reader,
  owner: string,
  asked: readonly (readonly [Filter, readonly string[]])[],
  time: ProcessorTime,
): Promise<{ groups: Term[][]; isPartial: boolean }> {
  const filters = asked.map(([filter, names]) => ({
    filter,
    names: names.filter((name) => !namesSelf(name)).map(askedName),
    terms: new Set(names.some(namesSelf) ? ofSelf[filter].map(termOfMark) : []),
  }))
  const isComplete = filters.every(({ names }) => names.length === 0) || (await compareAll(reader, owner, filters, time))
  return { groups: filters.map(({ terms }) => [...terms].map((term) => ({ term }))), isPartial: !isComplete }
}

interface Compared {
  filter: Filter
  names: readonly AskedName[]
  terms: Set<string>
}

/** Compares everything with a name in a box. @returns whether there was enough time */
async function compareAll(reader: Reader, owner: string, filters: readonly Compared[], time: ProcessorTime): Promise<boolean> {
  for (const table of namedTables) {
    let before = Number.MAX_SAFE_INTEGER
    for (let read = 0; read < most.names; read += most.atOnce) {
      const from = before
      const some = await time.ask(() => namedIn(reader, owner, table, { before: from, limit: most.atOnce }))
      if (!(await time.run(compare(some, filters)))) return false
      if (some.length < most.atOnce) break
      before = some.at(-1)?.modified ?? 0
    }
  }
  return true
}

function* compare(some: readonly Named[], filters: readonly Compared[]): Generator<undefined, true> {
  for (const named of some) {
    for (const { filter, names, terms } of filters) {
      if (!names.some((name) => isNamed(named, name, remembered))) continue
      for (const mark of marksOfNamed(filter, named)) terms.add(termOfMark(mark))
    }
    yield
  }
  return true
}

const ofSelf: Record<Filter, Mark[]> = {
  from: [
    { kind: 'direction', is: 'outgoing' },
    { kind: 'direction', is: 'self' },
  ],
  to: [
    { kind: 'direction', is: 'incoming' },
    { kind: 'direction', is: 'self' },
  ],
  in: inConversation('self'),
}

function marksOfNamed(filter: Filter, { kind, key }: Pick<Named, 'kind' | 'key'>): Mark[] {
  if (kind === 'device') {
    const source: Mark = { kind: 'source', device: key }
    const target: Mark = { kind: 'target', device: key }
    return { from: [source], to: [target], in: [source, target] }[filter]
  }
  const name = kind === 'person' ? `email:${key}` : `${kind}:${key}`
  if (filter === 'in' || (filter === 'from' && kind !== 'person')) return inConversation(name)
  const direction = kind !== 'person' ? 'self' : filter === 'from' ? 'incoming' : 'outgoing'
  return [{ kind: 'conversation', name, direction }]
}

/** The terms of a conversation's pushes, by the name that calls give it: each push has one of every group. */
export function termsOfConversation(name: string): Term[][] {
  const device = deviceOf(name)
  const marks =
    device === undefined ? [inConversation(name)] : [inConversation('self'), marksOfNamed('in', { kind: 'device', key: device })]
  return marks.map((group) => group.map((mark) => ({ term: termOfMark(mark) })))
}

function inConversation(name: string): Mark[] {
  return (['self', 'incoming', 'outgoing'] as const).map((direction) => ({ kind: 'conversation', name, direction }))
}
