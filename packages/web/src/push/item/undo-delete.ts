import { useStore } from '@nanostores/react'
import type { HistoryItem, Target } from '@waypost/client'
import { atom, type ReadableAtom } from 'nanostores'
import { useMemo, useRef } from 'react'
import { useSession } from '../../session/context.ts'

/** A push that is deleted, or being deleted, with a notice in its place. */
export interface Deletion {
  /** Its state before. */
  item: HistoryItem
  /** Whether other people's copies are deleted, too. */
  everyone: boolean
  /** Whether the user is restoring it; it is shown as before until the server has done so. */
  returns: boolean
}

/**
 * Deletes pushes at once, and shows a notice in their place for six seconds, with an undo. The time restarts when the pointer or the focus
 * leaves the notice, within the server's limit.
 */
export interface UndoableDeletes {
  /** By iden. */
  readonly $deleted: ReadableAtom<ReadonlyMap<string, Deletion>>
  /** @param everyone whether other people's copies are deleted, too */
  delete(item: HistoryItem, everyone?: boolean): void
  undo(iden: string): void
  /** Call it when the pointer or the focus enters or leaves the notice. */
  hold(iden: string, held: boolean): void
}

interface UndoableDeletesDeps {
  /** Failures are reported elsewhere. @returns whether it succeeded */
  remove(iden: string, options: { undoable: true; everyone: boolean }): Promise<boolean>
  restore(iden: string): Promise<boolean>
  after(milliseconds: number, work: () => void): () => void
  /** Milliseconds since 1970. */
  now(): number
}

/** How long a notice is shown, and how long it can be held at most, in milliseconds. The server keeps the content for 15 seconds. */
export const undoFor = 6_000
export const heldFor = 12_000

export function openUndoableDeletes({ remove, restore, after, now }: UndoableDeletesDeps): UndoableDeletes {
  const $deleted = atom<ReadonlyMap<string, Deletion>>(new Map())
  const running = new Map<string, { until: number; stop(): void }>()

  function set(iden: string, deletion: Deletion | undefined): void {
    const next = new Map($deleted.get())
    if (deletion) next.set(iden, deletion)
    else next.delete(iden)
    $deleted.set(next)
  }

  function end(iden: string): void {
    running.get(iden)?.stop()
    running.delete(iden)
    set(iden, undefined)
  }

  function wait(iden: string, milliseconds: number): void {
    const deletion = running.get(iden)
    if (!deletion) return
    deletion.stop()
    deletion.stop = after(Math.max(0, Math.min(milliseconds, deletion.until - now())), () => end(iden))
  }

  return {
    $deleted,
    delete(item, everyone = false) {
      const { iden } = item.push
      if (running.has(iden)) return
      set(iden, { item, everyone, returns: false })
      const done = remove(iden, { undoable: true, everyone })
      running.set(iden, { until: now() + heldFor, stop() {} })
      wait(iden, undoFor)
      // The deletion failed, so the push is still there.
      done.then((worked) => {
        if (!worked) end(iden)
      })
    },
    async undo(iden) {
      const known = running.get(iden)
      const deletion = $deleted.get().get(iden)
      if (!known || !deletion || deletion.returns) return
      known.stop()
      set(iden, { ...deletion, returns: true })
      await restore(iden)
      end(iden)
    },
    hold(iden, held) {
      if ($deleted.get().get(iden)?.returns === false) wait(iden, held ? heldFor : undoFor)
    },
  }
}

/** The deletions of a conversation: those with a notice, and those that the server doesn't know of yet. */
export function useDeletions({ $deleted }: UndoableDeletes, items: readonly HistoryItem[]): ReadonlyMap<string, Deletion> {
  const shown = useStore($deleted)
  return useMemo(() => {
    const waiting = items.filter(({ deletes, push }) => deletes && !shown.has(push.iden))
    if (waiting.length === 0) return shown
    const all = new Map(shown)
    for (const item of waiting) all.set(item.push.iden, { item, everyone: item.deletes === 'everyone', returns: false })
    return all
  }, [shown, items])
}

/** The items of a conversation, including those just deleted, in their places. */
export function useWithDeleted(
  target: Target,
  items: readonly HistoryItem[],
  deleted: ReadonlyMap<string, Deletion>,
): readonly HistoryItem[] {
  const session = useSession()
  // A push to a device is also in that device's conversation.
  const seen = useRef(new Set<string>())
  if (deleted.size === 0) seen.current.clear()
  else for (const { push } of items) if (deleted.has(push.iden)) seen.current.add(push.iden)
  return useMemo(() => {
    if (deleted.size === 0) return items
    const there = new Set(items.map(({ key }) => key))
    const gone = [...deleted.values()].filter(
      ({ item: { key, push } }) =>
        !there.has(key) && (seen.current.has(push.iden) || session.target.of(push)?.key === target.key),
    )
    const all = [...items]
    for (const { item } of gone) {
      const at = all.findIndex(({ state, push }) => state !== 'settled' || push.created > item.push.created)
      all.splice(at === -1 ? all.length : at, 0, item)
    }
    return all
  }, [items, deleted, session, target.key])
}
