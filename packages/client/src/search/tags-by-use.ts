import { type Push, tagKey, tagsOf } from '@waypost/protocol'

/** Caches the tags of each push, because reading its text takes longest. */
const known = new WeakMap<Push, readonly string[]>()

/** The tags of some pushes, the most frequent first, then the latest; each in its most recent spelling. */
export function tagsByUse(pushes: Iterable<Push>): string[] {
  const uses = new Map<string, { tag: string; count: number; latest: number }>()
  for (const push of pushes) {
    const tags = known.get(push) ?? tagsOf(push)
    known.set(push, tags)
    for (const tag of tags) {
      const use = uses.get(tagKey(tag)) ?? { tag, count: 0, latest: 0 }
      use.count++
      if (push.created >= use.latest) Object.assign(use, { tag, latest: push.created })
      uses.set(tagKey(tag), use)
    }
  }
  return [...uses.values()].sort((a, b) => b.count - a.count || b.latest - a.latest).map(({ tag }) => tag)
}
