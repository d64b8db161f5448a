import type { FileSource } from '../session/platform.ts'
import type { Tabs } from '../tabs/tabs.ts'

/**
 * Files that this window holds for the entries of a queue. The bytes of a file live in the window that was handed them, so other windows
 * wait for that one to close before they call the file lost.
 */
export interface HeldFiles {
  /** What marks an entry as one whose file this window holds. */
  readonly window: string
  readonly guids: () => Iterable<string>
  get(guid: string): FileSource | undefined
  has(guid: string): boolean
  hold(guid: string, file: FileSource): void
  release(guid: string): void
  /** Calls `onLost` with a window as soon as it is closed; at once for this window, which no longer holds what it held before. */
  watch(window: string): void
  /** Lets other windows know that the files are gone. */
  close(): void
}

interface Options {
  /** Identifies this window. */
  window: string
  /** How windows learn that another one closed. Without it, what another window holds counts as lost. */
  hold: Tabs['hold'] | undefined
  /** The name of the lock that a window holds as long as it is open. */
  lockOf(window: string): string
  onLost(window: string): void
}

export function openHeldFiles({ window, hold, lockOf, onLost }: Options): HeldFiles {
  const files = new Map<string, FileSource>()
  const watched = new Map<string, () => void>()
  let stopHolding: (() => void) | undefined

  return {
    window,
    guids: () => files.keys(),
    get: (guid) => files.get(guid),
    has: (guid) => files.has(guid),
    hold(guid, file) {
      stopHolding ??= hold?.(lockOf(window), () => {})
      files.set(guid, file)
    },
    release: (guid) => void files.delete(guid),
    watch(other) {
      if (!hold || other === window) return onLost(other)
      if (watched.has(other)) return
      const stop = hold(lockOf(other), () => {
        watched.get(other)?.()
        watched.delete(other)
        onLost(other)
      })
      watched.set(other, stop)
    },
    close() {
      for (const stop of watched.values()) stop()
      watched.clear()
      stopHolding?.()
    },
  }
}
