// Keeps the files that this window holds for the entries of a queue until they are uploaded.

import type { FileSource, Platform } from '../ground/platform.ts'
import type { KeptFiles } from '../storage/kept-files.ts'
import type { Tabs } from '../tabs/tabs.ts'

export type HeldFiles = ReturnType<typeof openHeldFiles>

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
  platform: Pick<Platform, 'after'>
}

/** How long a store may take for a file, in milliseconds. A slower one counts as one that keeps nothing. */
const storesWithin = (bytes: number): number => 30_000 + bytes / 10_000

/**
 * Files that this window holds for the entries of a queue. The bytes stay in the window where the user chose the file; where a browser can,
 * it keeps them too, and another window takes over when that window closes. Otherwise the other windows report the file as lost then.
 */
export function openHeldFiles({ window, hold, lockOf, onLost, kept, platform }: Options) {
  const files = new Map<string, FileSource>()
  const watched = new Map<string, () => void>()
  /** The files that are being stored. */
  const storing = new Map<string, Promise<void>>()
  let stopHolding: (() => void) | undefined

  /** Asks for the lock that shows other windows that files are held here. They may ask for it, too, as soon as they hear of the first one. */
  function claim(): void {
    stopHolding ??= hold?.(lockOf(window), () => {})
  }

  /** Holds a file that was kept for a window that has closed. */
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
    /** Holds a file. Where files are kept beyond the window, `onStored` is called once this one is, or cannot be. */
    hold(guid: string, file: FileSource, onStored?: () => void): void {
      takeOver(guid, file)
      if (!kept) return
      const stored = within(storesWithin(file.size), kept.keep(guid, file)).then(() => {
        storing.delete(guid)
        onStored?.()
      })
      storing.set(guid, stored)
    },
    /** Resolves once none of these files is being stored any more. */
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
