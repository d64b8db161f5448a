import type { FileSource, Platform } from '../ground/platform.ts'
import type { KeptFiles } from '../storage/kept-files.ts'
import type { Tabs } from '../tabs/tabs.ts'
import type { Changes, Entries } from './entries.ts'

/** The part of an entry that describes its file. */
export interface Held {
  /** The window that holds the file. */
  readonly window: string
  /** The window is storing the file. The entry stays hidden until then, because the file would be lost with the window. */
  readonly storing?: boolean
  /** Its URL, once it is uploaded. */
  readonly url?: string
}

type HolderIn<F extends string> = { readonly guid: string; readonly lost?: boolean } & { readonly [N in F]?: Held }

interface Options<F extends string, E extends HolderIn<F>> {
  entries: Pick<Entries<E>, '$all' | 'find' | 'update'>
  /** The field of an entry that describes its file. */
  field: F
  /** Detects that another window has closed. Without it, files of other windows count as lost. */
  hold: Tabs['hold'] | undefined
  /** Prefix of the name of the lock that a window holds while it is open. */
  lock: string
  /** Without it files are lost with their window. */
  kept: KeptFiles | undefined
  platform: Pick<Platform, 'after' | 'unique'>
  /** Reads an entry of a closed window again. Not needed for entries whose changes all windows announce. */
  renew?(guid: string): void
  /** Called when the files of a closed window were taken over, or are lost. */
  onTaken?(): void
}

/** In milliseconds. A slower store counts as one that keeps nothing. */
const storesWithin = (bytes: number): number => 30_000 + bytes / 10_000

/**
 * Files that this window holds for the entries of a queue. The bytes stay in the window where the user chose the file. If the browser
 * supports it, they are stored too, and another window takes over when that window closes. Otherwise the entry is then marked as lost, and
 * waits until the user chooses its file again.
 */
export function openHeldFiles<F extends string, E extends HolderIn<F>>(options: Options<F, E>) {
  const { entries, field, hold, lock, kept, platform, renew, onTaken } = options
  const { $all, find, update } = entries
  const window = platform.unique()
  const files = new Map<string, FileSource>()
  const storing = new Map<string, Promise<void>>()
  const watched = new Map<string, () => void>()
  let stopHolding: (() => void) | undefined

  const heldOf = (guid: string) => find(guid)?.[field]

  /** The lock shows other windows that this one holds files. They may request it too, as soon as they hear of the first file. */
  function claim(): void {
    stopHolding ??= hold?.(lock + window, () => {})
  }

  /** Changes what an entry says of its file, which is not being stored any more. */
  function describe(guid: string, { storing: _, ...held }: Held): void {
    update(guid, { [field]: held } as unknown as Changes<E>)
  }

  /** Takes over the files of a closed window that are stored; the others are lost. */
  async function takeOver(from: string): Promise<void> {
    const isLeft = (guid: string) => heldOf(guid)?.window === from && !files.has(guid)
    for (const { guid } of $all.get().filter((entry) => isLeft(entry.guid))) {
      const file = kept && (await kept.read(guid))
      if (!isLeft(guid)) continue
      renew?.(guid)
      const left = heldOf(guid)
      if (!left || !isLeft(guid) || left.url !== undefined) continue
      if (file) {
        claim()
        files.set(guid, file)
        describe(guid, { ...left, window })
      } else update(guid, { lost: true } as Changes<E>)
    }
    onTaken?.()
  }

  return {
    window,
    guids: () => files.keys(),
    get: (guid: string) => files.get(guid),
    has: (guid: string) => files.has(guid),
    /** Announces that this window is about to hold a file. @returns how its entry describes it */
    begin(): Held {
      claim()
      return { window, ...(kept && { storing: true }) }
    },
    /** Holds a file. If files are stored durably, its entry is shown once this one is, or cannot be. */
    hold(guid: string, file: FileSource): void {
      claim()
      files.set(guid, file)
      if (!kept) return
      const stored = within(platform, storesWithin(file.size), kept.keep(guid, file)).then(() => {
        storing.delete(guid)
        const held = heldOf(guid)
        if (held?.storing) describe(guid, held)
      })
      storing.set(guid, stored)
    },
    async stored(guids: readonly string[]): Promise<void> {
      await Promise.all(guids.map((guid) => storing.get(guid)))
    },
    release(guid: string): void {
      if (files.delete(guid)) void kept?.drop(guid)
    },
    /** Takes over the file of an entry when its window closes, in one window at a time. A file of this window that is not here is lost. */
    watch({ guid, lost, [field]: held }: E): void {
      if (!held || held.url !== undefined || lost || files.has(guid)) return
      const other = held.window
      if (!hold || other === window) return void takeOver(other)
      if (watched.has(other)) return
      const stop = hold(lock + other, async () => {
        await takeOver(other)
        watched.get(other)?.()
        watched.delete(other)
      })
      watched.set(other, stop)
    },
    /** Also releases the lock of this window. */
    close(): void {
      for (const stop of watched.values()) stop()
      watched.clear()
      stopHolding?.()
    },
  }
}

/** Resolves once some work is done, or after some time. */
function within({ after }: Options<string, never>['platform'], milliseconds: number, work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const stop = after(milliseconds, resolve)
    work.then(stop).then(resolve)
  })
}
