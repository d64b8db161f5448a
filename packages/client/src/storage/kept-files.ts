// Keeps the files of a queue in the large store until they are uploaded, so they outlive the window in which they were chosen.

import type { FileSource } from '../ground/platform.ts'
import type { LargeStore } from './large-store.ts'

export interface KeptFiles {
  /**
   * Does nothing if there is no room: the file is lost when its window closes, which the next window reports.
   * @returns whether it is kept
   */
  keep(guid: string, file: FileSource): Promise<boolean>
  /** Resolves once this window has finished storing the file. */
  isKept(guid: string): Promise<boolean>
  read(guid: string): Promise<FileSource | undefined>
  drop(guid: string): Promise<void>
  dropUnless(isNeeded: (guid: string) => boolean): Promise<void>
}

/** The share of the browser's free room that one file may take. */
const mostOfRoom = 0.5

export function openKeptFiles(store: LargeStore): KeptFiles {
  // Best effort: a file that cannot be kept stays in its window, and one that cannot be dropped is dropped by the next window.
  const attempt = (work: () => Promise<void>) => work().catch(() => {})
  const dropped = new Set<string>()
  const keeping = new Map<string, Promise<boolean>>()

  async function keep(guid: string, file: FileSource): Promise<boolean> {
    dropped.delete(guid)
    try {
      if (file.size > (await store.room()) * mostOfRoom || dropped.has(guid)) return false
      await store.transact(async ({ writeFile }) => writeFile(guid, file))
      return !dropped.has(guid)
    } catch {
      return false
    }
  }

  return {
    keep(guid, file) {
      const kept = keep(guid, file)
      keeping.set(guid, kept)
      return kept
    },
    isKept: async (guid) => (await keeping.get(guid)) ?? false,
    read: (guid) => store.transact(({ readFile }) => readFile(guid)).catch(() => undefined),
    drop(guid) {
      dropped.add(guid)
      keeping.delete(guid)
      return attempt(() => store.transact(async ({ eraseFile }) => eraseFile(guid)))
    },
    dropUnless: (isNeeded) =>
      attempt(() =>
        store.transact(async ({ fileKeys, eraseFile }) => {
          for (const guid of await fileKeys()) if (!isNeeded(guid)) eraseFile(guid)
        }),
      ),
  }
}
