// Holds the pictures of the SMS outbox, and uploads each when its SMS is sent.

import type { FileSource, Platform } from '../../ground/platform.ts'
import { openHeldFiles } from '../../queue/held-files.ts'
import { dropUpload, type Upload, uploadFile } from '../../queue/upload.ts'
import type { Session } from '../../session/session.ts'
import type { KeptFiles } from '../../storage/kept-files.ts'
import type { Tabs } from '../../tabs/tabs.ts'
import { type Entries, type Entry, fileOf, storedFile } from './entry.ts'

export type Pictures = ReturnType<typeof openPictures>

interface Deps {
  call: Session['call']
  entries: Entries
  platform: Platform
  hold: Tabs['hold'] | undefined
  /** Stores pictures durably. */
  kept: KeptFiles | undefined
  /** Called when the pictures of a closed window were taken over, or are lost. */
  onTaken(): void
}

const lockOf = (window: string) => `waypost texts ${window}`

/** The pictures of the SMS outbox: held by the window where they were chosen, or by one that takes over, until they are uploaded. */
export function openPictures({ call, entries, platform, hold, kept, onTaken }: Deps) {
  const { $all: $entries, find, update } = entries
  const window = platform.unique()
  const files = openHeldFiles({ window, hold, lockOf, onLost: takeOver, kept, platform })
  /** The uploads that run, by guid. */
  const uploads = new Map<string, Upload>()

  /** Takes over the pictures of a closed window, unless it has uploaded them. Pictures that were not stored are lost. */
  async function takeOver(from: string): Promise<void> {
    const isLeft = (guid: string) => find(guid)?.file?.window === from && !files.has(guid)
    for (const { guid } of $entries.get().filter((entry) => isLeft(entry.guid))) {
      const picture = kept && (await kept.read(guid))
      if (!isLeft(guid)) continue
      const entry = entries.readOne(guid)
      const file = entry?.file
      if (!entry) entries.remove(guid)
      else if (!file || file.url !== undefined || file.window !== from) entries.putSaved(entry)
      else if (picture) {
        files.takeOver(guid, picture)
        entries.save({ ...entry, file: { ...storedFile(file), window } })
      } else entries.putSaved({ ...entry, lost: true })
    }
    onTaken()
  }

  /** Shows an entry whose picture is stored, or cannot be. */
  function show(guid: string): void {
    const file = find(guid)?.file
    if (file?.storing) update(guid, { file: storedFile(file) })
  }

  return {
    has: files.has,
    release: files.release,
    /** Resolves once the picture of an entry is not being stored any more. */
    stored: (guid: string) => files.stored([guid]),
    /** Holds the picture of a new entry, which is shown once the picture is stored. @returns the fields of the entry */
    add(guid: string, picture: FileSource): Pick<Entry, 'file' | 'preview'> {
      files.hold(guid, picture, () => show(guid))
      return { file: { ...fileOf(picture, window), ...(kept && { storing: true }) }, preview: picture.preview }
    },
    /** Holds a picture in place of a lost one. @returns the fields of the entry */
    replace(guid: string, picture: FileSource): Pick<Entry, 'file' | 'preview'> {
      files.hold(guid, picture)
      return { file: fileOf(picture, window), preview: picture.preview }
    },
    /** Finds out when the picture of a saved entry is lost. */
    watch({ guid, file }: Entry): void {
      if (file && file.url === undefined && !files.has(guid)) files.watch(file.window)
    },
    /** Uploads the picture of an entry, if it has one that is not uploaded. @throws Refusal or UploadError */
    async upload(guid: string): Promise<void> {
      const source = files.get(guid)
      const file = find(guid)?.file
      if (!source || !file || file.url !== undefined) return
      const running = uploadFile(source, {
        call,
        platform,
        id: file.upload,
        onBegun: (id) => update(guid, { file: { ...(find(guid)?.file ?? file), upload: id } }),
        onProgress: (progress) => update(guid, { progress: Math.floor(progress * 100) / 100 }),
      })
      uploads.set(guid, running)
      try {
        const { file_url, file_type } = await running.done
        const { upload: _done, ...rest } = storedFile(find(guid)?.file ?? file)
        update(guid, { file: { ...rest, url: file_url, type: file_type }, progress: undefined })
        files.release(guid)
      } finally {
        uploads.delete(guid)
      }
    },
    /** Ends the upload of a discarded entry, and deletes it from the server. */
    discard({ guid, file }: Entry): void {
      const upload = uploads.get(guid)
      if (upload) upload.cancel({ forGood: true })
      else if (file?.upload !== undefined) dropUpload(call, file.upload)
    },
    /** The network may be back: retries waiting uploads at once. */
    retryNow(): void {
      for (const upload of uploads.values()) upload.retryNow()
    },
    close(): void {
      for (const upload of uploads.values()) upload.cancel()
      files.close()
    },
  }
}
