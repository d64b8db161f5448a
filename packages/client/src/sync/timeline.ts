// Keeps a list of pushes in the order in which they were created.

import { inOrder, type Push } from '@waypost/protocol'
import { atom, type ReadableAtom } from 'nanostores'

export interface Timeline {
  /**
   * Each change sets a new wrapper; the list inside is the same one. It is complete from `from` (in seconds) on; older pushes may have gaps
   * between them.
   */
  readonly $pushes: ReadableAtom<{ readonly pushes: readonly Push[]; readonly from: number }>
  /** When the newest push was created, in seconds; 0 if there is none. */
  newest(): number
  newestPush(): Push | undefined
  change(removed: readonly Push[], added: readonly Push[]): void
  /** Records the stamp from which the list is complete. */
  setFrom(from: number): void
}

/** Above this many new pushes at once, sorting everything is faster than inserting each. */
const fewEnough = 16

/** @param from the stamp from which an empty list is complete */
export function openTimeline(from = 0): Timeline {
  const pushes: Push[] = []
  const $pushes = atom<{ readonly pushes: readonly Push[]; readonly from: number }>({ pushes, from })
  return {
    $pushes,
    newest: () => pushes.at(-1)?.created ?? 0,
    newestPush: () => pushes.at(-1),
    change(removed, added) {
      for (const push of removed) {
        const at = placeOf(pushes, push)
        if (pushes[at]?.iden === push.iden) pushes.splice(at, 1)
      }
      if (added.length > fewEnough) {
        pushes.push(...added)
        pushes.sort(inOrder)
      } else {
        for (const push of added) pushes.splice(placeOf(pushes, push), 0, push)
      }
      $pushes.set({ pushes, from: $pushes.get().from })
    },
    setFrom(from) {
      if (from !== $pushes.get().from) $pushes.set({ pushes, from })
    },
  }
}

/** The index of a push in a sorted list, or the index at which to insert it. */
export function placeOf(pushes: readonly Push[], push: Pick<Push, 'created' | 'iden'>): number {
  let low = 0
  let high = pushes.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (inOrder(pushes[middle] as Push, push) < 0) low = middle + 1
    else high = middle
  }
  return low
}
