// Keeps the files that this window holds for the entries of a queue until they are uploaded.

import type { FileSource, Platform } from '../ground/platform.ts'
import type { KeptFiles } from '../storage/kept-files.ts'
import type { Tabs } from '../tabs/tabs.ts'

export type HeldFiles = ReturnType<typeof openHeldFiles>

interface Options {
  /** Identifies this window. */
  window: string
  /** Detects that another window has closed. Without it, files of other windows count as lost. */
  hold: Tabs['hold'] | undefined
  /** The name of the lock that a window holds while it is open. */
  lockOf(window: string): string
  onLost(window: string): void | Promise<void>
  /** Stores files durably. Without it they are lost with their window. */
  kept?: KeptFiles | undefined
  platform: Pick<Platform, 'after'>
}

/** How long a store may take for a file, in milliseconds. A slower store counts as one that keeps nothing. */
const storesWithin = (bytes: number): number => 30_000 + bytes / 10_000

/**
 * Files that this window holds for the entries of a queue. The bytes stay in the window where the user chose the file. If the browser
 * supports it, they are stored too, and another window takes over when that window closes. Otherwise the other windows then report the file
 * as lost.
 */
export function openHeldFiles({ window, hold, lockOf, onLost, kept, platform }: Options) {
  const files = new Map<string, FileSource>()
  const watched = new Map<string, () => void>()
  /** The files that are being stored. */
  const storing = new Map<string, Promise<void>>()
  let stopHolding: (() => void) | undefined

  /**
   * Requests the lock that shows other windows that this one holds files. They may request it too, as soon as they hear of the first file.
   */
  function claim(): void {
    stopHolding ??= hold?.(lockOf(window), () => {})
  }

  /** Holds a stored file of a closed window. */
  function takeOver(guid: string, file: FileSource): void {
    claim()
    files.set(guid, file)
  }

  function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
    return new Promise((resolve) => {
      const stop = platform.after(milliseconds, resolve)
      work.then(stop).then(resolve)
    })
  }

  return {
    guids: () => files.keys(),
    get: (guid: string) => files.get(guid),
    has: (guid: string) => files.has(guid),
    /** Holds a file. If files are stored durably, `onStored` is called once this one is, or cannot be. */
    hold(guid: string, file: FileSource, onStored?: () => void): void {
      takeOver(guid, file)
      if (!kept) return
      const stored = within(storesWithin(file.size), kept.keep(guid, file)).then(() => {
        storing.delete(guid)
        onStored?.()
      })
      storing.set(guid, stored)
    },
    /** Resolves once none of these files is still being stored. */
    async stored(guids: readonly string[]): Promise<void> {
      await Promise.all(guids.map((guid) => storing.get(guid)))
    },
    claim,
    takeOver,
    /** Forgets a file: it is uploaded, or no longer needed. */
    release(guid: string): void {
      if (files.delete(guid)) void kept?.drop(guid)
    },
    /**
     * Calls `onLost` with a window when it closes, in one window at a time. For this window it is called at once: files that it does not
     * hold now are lost.
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
    /** Stops watching, and releases the lock of this window. */
    close(): void {
      for (const stop of watched.values()) stop()
      watched.clear()
      stopHolding?.()
    },
  }
}
