// Finds whom and what the filters `from:`, `to:` and `in:` of a search name.

import { isNamed, type Named, namesSelf } from '@waypost/protocol'
import { type Mark, type Term, termOfMark } from './terms.ts'

type Filter = 'from' | 'to' | 'in'

/** The terms of pushes from, to, or in a conversation with what has one of the names: a push has one of them. None if nothing has such a name. */
export function termsOfNames(filter: Filter, names: readonly string[], all: readonly Named[]): Term[] {
  const found = new Map<string, Term>()
  for (const name of names) {
    for (const mark of marksOfName(filter, name, all)) {
      const term = termOfMark(mark)
      found.set(term, { term, ...(mark.kind === 'conversation' && mark.direction === undefined && { begins: true }) })
    }
  }
  return [...found.values()]
}

function marksOfName(filter: Filter, name: string, all: readonly Named[]): Mark[] {
  if (namesSelf(name)) return ofSelf[filter]
  return all.filter((named) => isNamed(named, name)).flatMap((named) => marksOfNamed(filter, named))
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
  in: [{ kind: 'conversation', name: 'self' }],
}

function marksOfNamed(filter: Filter, { kind, key }: Named): Mark[] {
  if (kind === 'device') {
    const source: Mark = { kind: 'source', device: key }
    const target: Mark = { kind: 'target', device: key }
    return { from: [source], to: [target], in: [source, target] }[filter]
  }
  const name = kind === 'person' ? `email:${key}` : `${kind}:${key}`
  const direction = {
    from: kind === 'person' ? 'incoming' : undefined,
    to: kind === 'person' ? 'outgoing' : 'self',
    in: undefined,
  } as const
  return [{ kind: 'conversation', name, ...(direction[filter] && { direction: direction[filter] }) }]
}
