import { atom, type ReadableAtom } from 'nanostores'

/**
 * Deleting one push: it folds at once, and for six seconds that can be undone; then the server is asked. Nothing is asked while
 * somebody is on the fold.
 */
export interface Folds {
  /** The folded pushes by iden. */
  readonly $folded: ReadableAtom<ReadonlyMap<string, 'undoable' | 'deleting'>>
  fold(iden: string): void
  undo(iden: string): void
  /** Somebody points at the fold, or left it. */
  hold(iden: string, held: boolean): void
  /** The page is closing: what is folded is deleted now. */
  flush(): void
}

export interface FoldOptions {
  /** Asks the server. A failure is told elsewhere; the push then unfolds. */
  remove(iden: string, options?: { keepalive: boolean }): Promise<void>
  after(milliseconds: number, work: () => void): () => void
}

export const undoFor = 6_000

export function openFolds({ remove, after }: FoldOptions): Folds {
  const $folded = atom<ReadonlyMap<string, 'undoable' | 'deleting'>>(new Map())
  const timers = new Map<string, () => void>()

  function set(iden: string, phase: 'undoable' | 'deleting' | undefined): void {
    const next = new Map($folded.get())
    if (phase) next.set(iden, phase)
    else next.delete(iden)
    $folded.set(next)
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
      await remove(iden, ...(keepalive ? [{ keepalive }] : []))
    } finally {
      set(iden, undefined)
    }
  }

  return {
    $folded,
    fold(iden) {
      set(iden, 'undoable')
      wait(iden)
    },
    undo(iden) {
      if ($folded.get().get(iden) !== 'undoable') return
      stop(iden)
      set(iden, undefined)
    },
    hold(iden, held) {
      if ($folded.get().get(iden) !== 'undoable') return
      if (held) stop(iden)
      else wait(iden)
    },
    flush() {
      for (const [iden, phase] of $folded.get()) if (phase === 'undoable') void finish(iden, true)
    },
  }
}
