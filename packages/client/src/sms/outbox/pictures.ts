import type { FileSource, Platform } from '../../ground/platform.ts'
import { openHeldFiles } from '../../queue/held-files.ts'
import { dropUpload, type Upload, uploadFile } from '../../queue/upload.ts'
import type { Session } from '../../session/session.ts'
import type { KeptFiles } from '../../storage/kept-files.ts'
import type { Tabs } from '../../tabs/tabs.ts'
import type { Entries, Entry } from './entry.ts'

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

/**
 * The pictures of the SMS outbox: held by the window where they were chosen, or by one that takes over, until they are uploaded. Unlike the
 * files of pushes, which are uploaded beside their lanes, a picture is uploaded in its lane: only then is it known whether its SMS can be
 * sent, and the entry keeps its URL, because it stays after the SMS is sent.
 */
export function openPictures({ call, entries, platform, hold, kept, onTaken }: Deps) {
  const { find, update } = entries
  const files = openHeldFiles({ entries, field: 'file', hold, lock: 'waypost texts ', kept, platform, renew, onTaken })
  /** By guid. */
  const uploads = new Map<string, Upload>()

  /** Windows do not announce how far their SMS are: a closed one may have uploaded the picture, or sent the SMS. */
  function renew(guid: string): void {
    const entry = entries.readOne(guid)
    if (entry) entries.putSaved(entry)
    else entries.remove(guid)
  }

  /** Holds the picture of an entry: of a new one, which is shown once the picture is stored. @returns the fields of the entry */
  function add(guid: string, picture: FileSource, held = files.begin()): Pick<Entry, 'file' | 'preview'> {
    files.hold(guid, picture)
    const { name, type, preview } = picture
    return { file: { name, type, ...held }, preview }
  }

  return {
    has: files.has,
    release: files.release,
    stored: (guid: string) => files.stored([guid]),
    add,
    /** In place of a lost one. @returns the fields of the entry */
    replace: (guid: string, picture: FileSource) => add(guid, picture, { window: files.window }),
    /** Finds out when the picture of a saved entry is lost. */
    watch: files.watch,
    /** Does nothing if there is no picture to upload. @throws Refusal or UploadError */
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
        const { upload: _done, storing: _storing, ...rest } = find(guid)?.file ?? file
        update(guid, { file: { ...rest, url: file_url, type: file_type }, progress: undefined })
        files.release(guid)
      } finally {
        uploads.delete(guid)
      }
    },
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
