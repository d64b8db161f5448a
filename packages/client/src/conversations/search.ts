import { type Found, sectionOf, type Target } from '../history/target.ts'
import { folded, placeIn } from './case-fold.ts'

const ranks = { start: 0, word: 1, inside: 2 }
const descRank = 3

/** The targets that match a query, best first: by where it matches, then by their newest push. */
export function searchTargets(targets: readonly Target[], query: string, newest: (target: Target) => number): readonly Found[] {
  const wanted = folded(query)
  if (wanted === '') return []
  const found: { rank: number; at: number; match: Found }[] = []
  for (const target of targets) {
    const inName = placeIn(target.name, wanted)
    const inDesc = placeIn(target.desc, wanted)
    if (!inName && !inDesc) continue
    const match: Found = { target, section: sectionOf(target) }
    if (inName) match.inName = { start: inName.start, end: inName.end }
    if (inDesc) match.inDesc = { start: inDesc.start, end: inDesc.end }
    found.push({ rank: inName ? ranks[inName.at] : descRank, at: newest(target), match })
  }
  return found.sort((a, b) => a.rank - b.rank || b.at - a.at).map(({ match }) => match)
}
