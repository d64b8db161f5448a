// Holds the files of pushes in the outbox until they are uploaded, and takes over those of closed windows.

import { computed } from 'nanostores'
import type { Calls } from '../ground/call.ts'
import type { FileSource, Platform } from '../ground/platform.ts'
import type { Turns } from '../ground/turns.ts'
import type { Ghost, GhostUpload } from '../history/ghost.ts'
import type { KeptFiles } from '../storage/kept-files.ts'
import type { Tabs } from '../tabs/tabs.ts'
import type { Changes } from './entries.ts'
import { openHeldFiles } from './held-files.ts'
import type { Outbox } from './outbox.ts'
import { openRunningUploads } from './running-uploads.ts'
import { dropUpload } from './upload.ts'

export type Uploads = ReturnType<typeof openUploads>

interface Deps {
  call: Calls['call']
  outbox: Outbox
  platform: Platform
  turns?: Turns
  tabs: Tabs | undefined
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

export function openUploads({ call, outbox, platform, turns, tabs, kept, announce }: Deps) {
  const { $ghosts, update, find } = outbox
  const entries = { $all: $ghosts, find, update }
  const files = openHeldFiles({ entries, field: 'upload', hold: tabs?.hold, lock: 'waypost window ', kept, platform })
  const { window } = files
  /** By guid, also after the files are sent. */
  const previews = new Map<string, unknown>()
  const running = openRunningUploads({ call, platform, turns, outbox, files, announce })
  let begun = false
  let adding = false

  /**
   * Cancels uploads whose ghost is gone, e.g. discarded in another window, or whose file another window has uploaded; starts those whose
   * turn it is.
   */
  function refresh(): void {
    if (adding) return
    for (const guid of files.guids()) {
      const ghost = find(guid)
      // The upload that another window has finished may be this one.
      if (!ghost?.upload) running.hear('unneeded', guid)?.cancel({ forGood: !ghost })
    }
    if (begun) for (const ghost of $ghosts.get()) files.watch(ghost)
    running.next()
  }

  function hold(guid: string, file: FileSource): void {
    files.hold(guid, file)
    if (file.preview !== undefined) previews.set(guid, file.preview)
  }

  const stopListening = $ghosts.listen((ghosts, before = []) => {
    refresh()
    // A file that was stored for another window is not held here.
    if (kept && ghosts.length < before.length) dropGone(before, outbox, kept)
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
        const guid = queue(files.begin())
        hold(guid, file)
        return guid
      } finally {
        adding = false
        refresh()
      }
    },
    $storing: computed($ghosts, (ghosts) => storingIn(ghosts, window)),
    shown: files.stored,
    fileOf: files.get,
    /** Resumes a failed upload, or a lost one whose file was chosen again. */
    retry(guid: string, file = files.get(guid)): void {
      const ghost = find(guid)
      if (!ghost?.upload || !file) return
      const isSame = file === files.get(guid) || (file.size === ghost.size && file.name === ghost.fields.file_name)
      const { id } = ghost.upload
      if (!isSame && id !== undefined) dropUpload(call, id)
      hold(guid, file)
      update(guid, { ...withChosen(ghost, file, isSame), upload: isSame && id !== undefined ? { window, id } : { window } })
      running.next()
    },
    sayProgress: running.sayProgress,
    /** Applies another window's upload progress to a ghost. */
    receive(guid: string, progress: number): void {
      if (find(guid)?.upload && !files.has(guid)) update(guid, { progress })
    },
    /** Cancels an upload; its ghost fails. */
    cancel: running.cancel,
    /** Also deletes its unfinished upload from the server. */
    discard(guid: string): void {
      const id = find(guid)?.upload?.id
      if (id !== undefined && !running.has(guid)) dropUpload(call, id)
      outbox.discard(guid)
    },
    /** Starts checking which saved ghosts have lost their files. */
    begin(): void {
      begun = true
      refresh()
    },
    /** The network may be back: retries waiting uploads at once. */
    retryNow: running.retryNow,
    /** Stops everything. Unfinished uploads stay on the server for the next session. */
    close(): void {
      stopListening()
      running.close()
      files.close()
    },
  }
}

function dropGone(before: readonly Ghost[], { find }: Outbox, kept: KeptFiles): void {
  for (const { guid, size } of before) if (size !== undefined && !find(guid)) void kept.drop(guid)
}

const storingIn = (ghosts: readonly Ghost[], window: string): readonly Storing[] =>
  ghosts
    .filter(({ upload }) => upload?.storing && upload.window === window)
    .map(({ guid, conversation, fields }) => ({ guid, conversation, name: fields.file_name ?? '' }))

function withChosen({ fields, push }: Ghost, file: FileSource, isSame: boolean): Changes<Ghost> {
  const { name, type, size, preview } = file
  // The facts of a recording don't apply to another file.
  const none = { duration: undefined, peaks: undefined }
  const described = { file_name: name, ...(type && { file_type: type }), ...(!isSame && none) }
  return {
    error: undefined,
    lost: undefined,
    size,
    preview,
    fields: { ...fields, ...described },
    push: { ...push, ...described },
  }
}
