// Keeps the files of a queue in the large store until they are uploaded, so that they outlive the window in which they were chosen.

import type { FileSource } from '../session/platform.ts'
import type { LargeStore } from './large-store.ts'

/** The files that wait to be uploaded, by the guid of their entry in a queue. */
export interface KeptFiles {
  /** Keeps a file. Without room for it nothing happens: it is lost when its window closes, which the next window reports. */
  keep(guid: string, file: FileSource): Promise<void>
  read(guid: string): Promise<FileSource | undefined>
  drop(guid: string): Promise<void>
  /** Drops all files whose entry is gone. */
  dropUnless(isNeeded: (guid: string) => boolean): Promise<void>
}

/** A file may take this part of what the browser has room for. */
const mostOfRoom = 0.5

export function openKeptFiles(store: LargeStore): KeptFiles {
  // A file that cannot be kept stays where it is: in the window.
  const attempt = (work: () => Promise<void>) => work().catch(() => {})
  const dropped = new Set<string>()

  return {
    keep: (guid, file) =>
      attempt(async () => {
        dropped.delete(guid)
        if (file.size > (await store.room()) * mostOfRoom || dropped.has(guid)) return
        await store.transact(async ({ writeFile }) => writeFile(guid, file))
      }),
    read: (guid) => store.transact(({ readFile }) => readFile(guid)).catch(() => undefined),
    drop(guid) {
      dropped.add(guid)
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
