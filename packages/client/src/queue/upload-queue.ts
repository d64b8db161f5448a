// Uploads the files of pushes in the outbox, a few at a time.

import { Refusal } from '@waypost/protocol'
import { computed } from 'nanostores'
import type { Calls } from '../ground/call.ts'
import type { FileSource, Platform } from '../ground/platform.ts'
import type { Turns } from '../ground/turns.ts'
import type { Ghost, GhostUpload } from '../history/ghost.ts'
import type { KeptFiles } from '../storage/kept-files.ts'
import type { Tabs } from '../tabs/tabs.ts'
import { openHeldFiles } from './held-files.ts'
import type { Outbox } from './outbox.ts'
import { canceled, dropUpload, type Upload, UploadError, uploadFile, withFile } from './upload.ts'

export type Uploads = ReturnType<typeof openUploads>

interface Deps {
  call: Calls['call']
  outbox: Outbox
  platform: Platform
  turns?: Turns
  tabs: Tabs | undefined
  /** Keeps files beyond the window. */
  kept?: KeptFiles | undefined
  /** Sends the other windows the arguments of `receive`. */
  announce?(guid: string, progress: number): void
}

/** A file that is being stored, and the conversation it goes to. */
export interface Storing {
  guid: string
  name: string
  conversation: string
}

/** How many files are uploaded at the same time. */
const concurrency = 2

export function openUploads({ call, outbox, platform, turns, tabs, kept, announce }: Deps) {
  const { $ghosts, update, find } = outbox
  const window = platform.unique()
  const files = openHeldFiles({ window, hold: tabs?.hold, lockOf, onLost: lose, kept, platform })
  /** Previews of files by guid, also after they are sent. */
  const previews = new Map<string, unknown>()
  const running = new Map<string, Upload>()
  /** Those of `running` that wait for the server; others may be uploaded meanwhile. */
  const waiting = new Set<string>()
  let begun = false
  let adding = false

  function next(): void {
    for (const ghost of $ghosts.get()) {
      if (running.size - waiting.size >= concurrency) return
      const file = files.get(ghost.guid)
      if (file && ghost.upload && ghost.error === undefined && !running.has(ghost.guid)) start(ghost, file)
    }
  }

  function start({ guid, upload: known }: Ghost, file: FileSource): void {
    const upload = uploadFile(file, {
      call,
      platform,
      turns,
      id: known?.id,
      onBegun: (id) => update(guid, { upload: { ...find(guid)?.upload, window, id } }),
      onProgress(progress) {
        // Only whole per cents: smaller steps are not visible.
        const shown = Math.floor(progress * 100) / 100
        if (running.get(guid) !== upload || find(guid)?.progress === shown) return
        update(guid, { progress: shown })
        announce?.(guid, shown)
      },
      onWaiting(waits) {
        if (running.get(guid) !== upload) return
        if (!waits) waiting.delete(guid)
        else {
          waiting.add(guid)
          next()
        }
      },
    })
    running.set(guid, upload)
    Promise.all([upload.done, file.facts?.()]).then(
      ([done, facts]) => {
        if (running.get(guid) !== upload) return
        const ghost = find(guid)
        files.release(guid)
        end(guid)
        if (ghost) update(guid, withFile(ghost, done, facts))
        next()
      },
      (error: unknown) => {
        if (running.get(guid) !== upload) return
        end(guid)
        if (!(error instanceof UploadError || error instanceof Refusal)) throw error
        update(guid, { error: error.message, progress: undefined })
        next()
      },
    )
  }

  function end(guid: string): void {
    running.delete(guid)
    waiting.delete(guid)
  }

  /** Cancels uploads whose ghost is gone, e.g. discarded in another window, or that another one has finished; starts those whose turn it is. */
  function refresh(): void {
    if (adding) return
    for (const [guid, upload] of running) {
      const ghost = find(guid)
      if (ghost?.upload) continue
      end(guid)
      files.release(guid)
      // What another window has finished may be the same upload.
      upload.cancel({ forGood: !ghost })
    }
    for (const guid of files.guids()) if (!find(guid)?.upload) files.release(guid)
    if (begun)
      for (const { guid, upload, lost } of $ghosts.get()) if (upload && !lost && !files.has(guid)) files.watch(upload.window)
    next()
  }

  /** Takes over the files of a closed window. Ghosts whose file is gone wait until the user chooses it again. */
  async function lose(from: string): Promise<void> {
    const ofWindow = (guid: string) => find(guid)?.upload?.window === from && !files.has(guid)
    for (const { guid } of $ghosts.get().filter((ghost) => ofWindow(ghost.guid))) {
      const file = kept && (await kept.read(guid))
      const upload = find(guid)?.upload
      if (!upload || !ofWindow(guid)) continue
      const { storing, ...own } = upload
      if (file) files.takeOver(guid, file)
      update(guid, file ? { upload: { ...own, window } } : { lost: true })
    }
  }

  function hold(guid: string, file: FileSource): void {
    files.hold(guid, file, () => show(guid))
    if (file.preview !== undefined) previews.set(guid, file.preview)
  }

  /** Shows a ghost whose file is stored, or cannot be. */
  function show(guid: string): void {
    const { storing, ...upload } = find(guid)?.upload ?? {}
    if (storing) update(guid, { upload: upload as GhostUpload })
  }

  const stopListening = $ghosts.listen((ghosts, before = []) => {
    refresh()
    // A file that was kept for another window is not held here.
    if (!kept || ghosts.length >= before.length) return
    for (const { guid, size } of before) if (size !== undefined && !find(guid)) void kept.drop(guid)
  })

  return {
    previews,
    /**
     * Holds the file of a ghost that `queue` adds, and uploads it when its turn comes. Returns the guid of the ghost, which is shown once the
     * file is stored.
     */
    adding(file: FileSource, queue: (upload: GhostUpload) => string): string {
      // `refresh` must not run in between: the ghost would seem to have lost its file.
      adding = true
      try {
        files.claim()
        const guid = queue({ window, ...(kept && { storing: true }) })
        hold(guid, file)
        return guid
      } finally {
        adding = false
        refresh()
      }
    },
    $storing: computed($ghosts, (ghosts): readonly Storing[] =>
      ghosts
        .filter(({ upload }) => upload?.storing && upload.window === window)
        .map(({ guid, conversation, fields }) => ({ guid, conversation, name: fields.file_name ?? '' })),
    ),
    /** Resolves once the ghosts of these guids are shown. */
    shown: files.stored,
    /** The file of a ghost, if this window holds it. */
    fileOf: files.get,
    /** Resumes a failed upload, or a lost one whose file was chosen again. */
    retry(guid: string, file = files.get(guid)): void {
      const ghost = find(guid)
      if (!ghost?.upload || !file) return
      const isSame = file === files.get(guid) || (file.size === ghost.size && file.name === ghost.fields.file_name)
      const { id } = ghost.upload
      if (!isSame && id !== undefined) dropUpload(call, id)
      hold(guid, file)
      const { name, type, size, preview } = file
      // What is said of a recording holds for no other file.
      const none = { duration: undefined, peaks: undefined }
      const described = { file_name: name, ...(type && { file_type: type }), ...(!isSame && none) }
      update(guid, {
        error: undefined,
        lost: undefined,
        size,
        preview,
        fields: { ...ghost.fields, ...described },
        push: { ...ghost.push, ...described },
        upload: isSame && id !== undefined ? { window, id } : { window },
      })
      next()
    },
    /** Tells a window that has opened how far the uploads of this one are. */
    sayProgress(): void {
      for (const guid of running.keys()) {
        const progress = find(guid)?.progress
        if (progress !== undefined) announce?.(guid, progress)
      }
    },
    /** Applies how far another window is with the file of a ghost. */
    receive(guid: string, progress: number): void {
      if (find(guid)?.upload && !files.has(guid)) update(guid, { progress })
    },
    /** Cancels an upload; its ghost fails. */
    cancel(guid: string): void {
      if (!find(guid)?.upload || !files.has(guid)) return
      running.get(guid)?.cancel({ forGood: true })
      end(guid)
      update(guid, { error: canceled, progress: undefined, upload: { window } })
      next()
    },
    /** Removes a ghost from the outbox, and deletes its unfinished upload from the server. */
    discard(guid: string): void {
      const id = find(guid)?.upload?.id
      if (id !== undefined && !running.has(guid)) dropUpload(call, id)
      outbox.discard(guid)
    },
    /** Starts to check which saved ghosts have lost their files. */
    begin(): void {
      begun = true
      refresh()
    },
    /** The network may be back: retries waiting uploads at once. */
    retryNow(): void {
      for (const upload of running.values()) upload.retryNow()
    },
    /** Stops everything. Unfinished uploads stay on the server for the next try. */
    close(): void {
      stopListening()
      for (const upload of running.values()) upload.cancel()
      running.clear()
      waiting.clear()
      files.close()
    },
  }
}

const lockOf = (window: string) => `waypost window ${window}`
