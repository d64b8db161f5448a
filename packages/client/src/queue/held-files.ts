// Keeps the files that this window holds for the entries of a queue until they are uploaded.

import type { FileSource } from '../ground/platform.ts'
import type { KeptFiles } from '../storage/kept-files.ts'
import type { Tabs } from '../tabs/tabs.ts'

interface Options {
  /** Identifies this window. */
  window: string
  /** Detects that another window closed. Without it, files of other windows count as lost. */
  hold: Tabs['hold'] | undefined
  /** The name of the lock that a window holds while it is open. */
  lockOf(window: string): string
  onLost(window: string): void | Promise<void>
  /** Keeps files beyond the window. Without it they are lost with their window. */
  kept?: KeptFiles | undefined
}

/**
 * Files that this window holds for the entries of a queue. The bytes stay in the window where the user chose the file; where a browser can,
 * it keeps them too, and another window takes over when that window closes. Otherwise the other windows report the file as lost then.
 */
export function openHeldFiles({ window, hold, lockOf, onLost, kept }: Options) {
  const files = new Map<string, FileSource>()
  const watched = new Map<string, () => void>()
  let stopHolding: (() => void) | undefined

  /** Holds a file that was kept for a window that has closed. */
  function takeOver(guid: string, file: FileSource): void {
    stopHolding ??= hold?.(lockOf(window), () => {})
    files.set(guid, file)
  }

  return {
    guids: () => files.keys(),
    get: (guid: string) => files.get(guid),
    has: (guid: string) => files.has(guid),
    hold(guid: string, file: FileSource): void {
      takeOver(guid, file)
      void kept?.keep(guid, file)
    },
    takeOver,
    /** Forgets a file: it is uploaded, or no longer needed. */
    release(guid: string): void {
      if (files.delete(guid)) void kept?.drop(guid)
    },
    /**
     * Calls `onLost` with a window when it closes, in one window after the other. For this window it is called at once: what it does not
     * hold now is lost.
     */
    watch(other: string): void {
      if (!hold || other === window) return void onLost(other)
      if (watched.has(other)) return
      const stop = hold(lockOf(other), async () => {
        await onLost(other)
        watched.get(other)?.()
        watched.delete(other)
      })
      watched.set(other, stop)
    },
    /** Stops watching, and releases the lock that shows other windows that the files are held. */
    close(): void {
      for (const stop of watched.values()) stop()
      watched.clear()
      stopHolding?.()
    },
  }
}
