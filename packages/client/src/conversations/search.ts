import { folded, placeIn } from './case-fold.ts'
import { type Found, sectionOf, type Target } from './target.ts'

const ranks = { start: 0, word: 1, inside: 2 }
const inLine = 3

/** The targets that a query fits, the best first: by where it stands, then by their newest push. */
export function searchTargets(targets: readonly Target[], query: string, newest: (target: Target) => number): readonly Found[] {
  const wanted = folded(query)
  if (wanted === '') return []
  const found: { rank: number; at: number; it: Found }[] = []
  for (const target of targets) {
    const inName = placeIn(target.name, wanted)
    const inDesc = placeIn(target.desc, wanted)
    if (!inName && !inDesc) continue
    const it: Found = { target, section: sectionOf(target) }
    if (inName) it.inName = { start: inName.start, end: inName.end }
    if (inDesc) it.inDesc = { start: inDesc.start, end: inDesc.end }
    found.push({ rank: inName ? ranks[inName.at] : inLine, at: newest(target), it })
  }
  return found.sort((a, b) => a.rank - b.rank || b.at - a.at).map(({ it }) => it)
}
