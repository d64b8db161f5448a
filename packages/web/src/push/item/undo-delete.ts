// Delays the deletion of pushes for six seconds, so that it can be undone.

import { atom, type ReadableAtom } from 'nanostores'

/**
 * Deletes pushes with an undo: a notice takes the place of the push at once, and after six seconds the server is asked to delete it. The
 * time does not run while the pointer or the focus is on the notice.
 */
export interface UndoableDeletes {
  /** The pushes that are being deleted, by iden. */
  readonly $pending: ReadableAtom<ReadonlyMap<string, 'undoable' | 'deleting'>>
  /** @param everyone whether the copies of others are deleted, too */
  delete(iden: string, everyone?: boolean): void
  /** Whether a push that is being deleted is deleted for everyone. */
  isForEveryone(iden: string): boolean
  undo(iden: string): void
  /** The pointer or the focus is on the notice, or left it. */
  hold(iden: string, held: boolean): void
  /** The page is closing: everything undoable is deleted now. */
  flush(): void
}

interface UndoableDeletesDeps {
  /** Asks the server. Failures are reported elsewhere; the push then appears again. */
  remove(iden: string, options?: { keepalive?: boolean; everyone?: boolean }): Promise<void>
  after(milliseconds: number, work: () => void): () => void
}

/** In milliseconds. */
export const undoFor = 6_000

export function openUndoableDeletes({ remove, after }: UndoableDeletesDeps): UndoableDeletes {
  const $pending = atom<ReadonlyMap<string, 'undoable' | 'deleting'>>(new Map())
  const timers = new Map<string, () => void>()
  const forEveryone = new Set<string>()

  function set(iden: string, phase: 'undoable' | 'deleting' | undefined): void {
    const next = new Map($pending.get())
    if (phase) next.set(iden, phase)
    else next.delete(iden)
    $pending.set(next)
  }

  function stop(iden: string): void {
    timers.get(iden)?.()
    timers.delete(iden)
  }

  function wait(iden: string): void {
    stop(iden)
    timers.set(
      iden,
      after(undoFor, () => void finish(iden)),
    )
  }

  async function finish(iden: string, keepalive = false): Promise<void> {
    stop(iden)
    set(iden, 'deleting')
    try {
      const options = { ...(keepalive && { keepalive }), ...(forEveryone.has(iden) && { everyone: true }) }
      await remove(iden, ...(Object.keys(options).length > 0 ? [options] : []))
    } finally {
      forEveryone.delete(iden)
      set(iden, undefined)
    }
  }

  return {
    $pending,
    isForEveryone: (iden) => forEveryone.has(iden),
    delete(iden, everyone = false) {
      if (everyone) forEveryone.add(iden)
      else forEveryone.delete(iden)
      set(iden, 'undoable')
      wait(iden)
    },
    undo(iden) {
      if ($pending.get().get(iden) !== 'undoable') return
      stop(iden)
      set(iden, undefined)
    },
    hold(iden, held) {
      if ($pending.get().get(iden) !== 'undoable') return
      if (held) stop(iden)
      else wait(iden)
    },
    flush() {
      for (const [iden, phase] of $pending.get()) if (phase === 'undoable') void finish(iden, true)
    },
  }
}
