// Uploads the held files of ghosts in order, a few at a time.

import { Refusal } from '@waypost/protocol'
import type { Calls } from '../ground/call.ts'
import type { FileSource, Platform } from '../ground/platform.ts'
import type { Turns } from '../ground/turns.ts'
import type { Ghost } from '../history/ghost.ts'
import type { openHeldFiles } from './held-files.ts'
import type { Outbox } from './outbox.ts'
import { canceled, type Upload, UploadError, uploadFile, withFile } from './upload.ts'
import { after, type Event, type State } from './upload-states.ts'

interface Deps {
  call: Calls['call']
  platform: Platform
  turns?: Turns | undefined
  outbox: Outbox
  files: ReturnType<typeof openHeldFiles<'upload', Ghost>>
  announce?: ((guid: string, progress: number) => void) | undefined
}

const concurrency = 2

export function openRunningUploads({ call, platform, turns, outbox, files, announce }: Deps) {
  const { $ghosts, update, find } = outbox
  const { window } = files
  /** Those that are `running` or `waiting`; the other files are `held`. */
  const running = new Map<string, { upload: Upload; state: State }>()

  /** @returns the upload that the event has ended, if there was one */
  function hear(event: Event, guid: string): Upload | undefined {
    const own = running.get(guid)
    const state = after[own?.state ?? 'held'][event]
    if (state === 'released') files.release(guid)
    if (own && (state === 'running' || state === 'waiting')) own.state = state
    else running.delete(guid)
    return own?.upload
  }

  function next(): void {
    for (const ghost of $ghosts.get()) {
      if ([...running.values()].filter(({ state }) => state === 'running').length >= concurrency) return
      const file = files.get(ghost.guid)
      if (file && ghost.upload && ghost.error === undefined && !running.has(ghost.guid)) start(ghost, file)
    }
  }

  function start({ guid, upload: known }: Ghost, file: FileSource): void {
    const isOwn = () => running.get(guid)?.upload === upload
    const upload = uploadFile(file, {
      call,
      platform,
      turns,
      id: known?.id,
      onBegun: (id) => update(guid, { upload: { ...find(guid)?.upload, window, id } }),
      onProgress(progress) {
        // Whole percentages only: smaller steps are not visible.
        const shown = Math.floor(progress * 100) / 100
        if (!isOwn() || find(guid)?.progress === shown) return
        update(guid, { progress: shown })
        announce?.(guid, shown)
      },
      onWaiting(waits) {
        if (!isOwn()) return
        hear(waits ? 'busy' : 'free', guid)
        if (waits) next()
      },
    })
    running.set(guid, { upload, state: after.held.start })
    Promise.all([upload.done, file.facts?.()]).then(
      ([done, facts]) => {
        if (!isOwn()) return
        const ghost = find(guid)
        hear('uploaded', guid)
        if (ghost) update(guid, withFile(ghost, done, facts))
        next()
      },
      (error: unknown) => {
        if (!isOwn()) return
        hear('stop', guid)
        if (!(error instanceof UploadError || error instanceof Refusal)) throw error
        update(guid, { error: error.message, progress: undefined })
        next()
      },
    )
  }

  return {
    hear,
    next,
    has: (guid: string) => running.has(guid),
    /** Cancels an upload; its ghost fails. */
    cancel(guid: string): void {
      if (!find(guid)?.upload || !files.has(guid)) return
      hear('stop', guid)?.cancel({ forGood: true })
      update(guid, { error: canceled, progress: undefined, upload: { window } })
      next()
    },
    sayProgress(): void {
      for (const guid of running.keys()) {
        const progress = find(guid)?.progress
        if (progress !== undefined) announce?.(guid, progress)
      }
    },
    /** The network may be back: retries waiting uploads at once. */
    retryNow(): void {
      for (const { upload } of running.values()) upload.retryNow()
    },
    /** Unfinished uploads stay on the server for the next session. */
    close(): void {
      for (const { upload } of running.values()) upload.cancel()
      running.clear()
    },
  }
}
