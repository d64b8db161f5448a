// Keeps the files that this window holds for the entries of a queue until they are uploaded.

import type { FileSource } from '../session/platform.ts'
import type { Tabs } from '../tabs/tabs.ts'

/**
 * Files that this window holds for the entries of a queue. The bytes stay in the window where the user chose the file, so other windows
 * report it as lost only when that window closes.
 */
interface HeldFiles {
  /** Identifies this window in entries whose file it holds. */
  readonly window: string
  readonly guids: () => Iterable<string>
  get(guid: string): FileSource | undefined
  has(guid: string): boolean
  hold(guid: string, file: FileSource): void
  release(guid: string): void
  /** Calls `onLost` with a window when it closes. For this window it is called at once: what it does not hold now is lost. */
  watch(window: string): void
  /** Stops watching, and releases the lock that shows other windows that the files are held. */
  close(): void
}

interface Options {
  /** Identifies this window. */
  window: string
  /** Detects that another window closed. Without it, files of other windows count as lost. */
  hold: Tabs['hold'] | undefined
  /** The name of the lock that a window holds while it is open. */
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
