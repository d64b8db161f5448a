import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isTold, listPushes, type Push, Refusal } from '@waypost/protocol'
import { NotSaved, removeParts, saveFile } from '../download/save.ts'
import { settingsFolder } from '../settings/settings.ts'
import type { Feature, FeatureDeps } from './feature.ts'
import { webAddress } from './notifications.ts'
import { PushPosition } from './push-position.ts'

interface Deps extends FeatureDeps {
  /** An absolute path. */
  folder: string
  onEvent(name: string, fields: object): void
  /** The first pause before a retry, in milliseconds; each further pause is longer. */
  pause?: number
  /** Rejects if the signal is aborted. */
  wait?: Wait
}

type Wait = (milliseconds: number, value: undefined, options: { signal: AbortSignal }) => Promise<unknown>

/** As a multiple of the first pause. */
const maxPause = 150
/** Attempts per file while the server is available: about half an hour. */
const maxAttempts = 12
/** Progress is reported for files from this size, in bytes. */
const large = 20_000_000

/**
 * Saves the files that the account's own devices push to this one or to all, in the order of the pushes. The position is kept in a file, so
 * files that arrived while the companion wasn't running are saved too. Files from other people aren't saved.
 */
export function downloadsFeature({
  session,
  device,
  log,
  folder,
  onEvent,
  pause: firstPause = 2_000,
  wait = sleep,
}: Deps): Feature {
  const ended = new AbortController()
  const waiting = new Map<string, Push>()
  const position = new PushPosition(stateFile(device), log)
  let stop = () => {}
  let working: Promise<void> | undefined

  function take(push: Push): void {
    if (push.created <= position.latest || !isTold(push, { kind: 'downloads', device })) return
    waiting.set(push.iden, push)
    working ??= work().finally(() => {
      working = undefined
    })
  }

  async function work(): Promise<void> {
    // Wait until all pushes of the same update are queued, then take the oldest.
    await Promise.resolve()
    while (waiting.size > 0 && !ended.signal.aborted) {
      const [push] = [...waiting.values()].sort((a, b) => a.created - b.created)
      if (!push || !(await save(push))) return
      waiting.delete(push.iden)
      position.advance(push.created)
    }
  }

  /** @returns true when the push is done, whether its file was saved or not; false when interrupted */
  async function save(push: Push): Promise<boolean> {
    const name = push.file_name ?? 'file'
    let attempts = 0
    for (let pause = firstPause; ; pause = Math.min(maxPause * firstPause, pause * 2)) {
      try {
        const address = webAddress(push.file_url)
        if (address === undefined) throw new NotSaved('Its address is not valid.')
        onEvent('download', { state: 'begun', iden: push.iden, name })
        const onProgress = progressOf(push, name)
        const path = await saveFile({ address, folder, name, key: push.iden, signal: ended.signal, onProgress })
        onEvent('download', { state: 'saved', iden: push.iden, name, path })
        log(`Saved ${path}`)
        return true
      } catch (error) {
        if (ended.signal.aborted) return false
        // A store that is gone for good must not block later files. A full disk doesn't count as an attempt, since it may be freed one day.
        if (!isOwnTrouble(error) && session.$connection.get() === 'connected') attempts++
        if (error instanceof NotSaved || attempts >= maxAttempts) {
          const reason = error instanceof NotSaved ? error.message : `All attempts failed (${reasonOf(error, folder)}).`
          onEvent('download', { state: 'failed', iden: push.iden, name, error: reason })
          log(`"${name}" cannot be saved. ${reason}`)
          return true
        }
        if (pause === firstPause) log(`"${name}" could not be saved yet (${reasonOf(error, folder)}). Trying again.`)
        await wait(pause, undefined, { signal: ended.signal }).catch(() => {})
        if (ended.signal.aborted) return false
      }
    }
  }

  function progressOf({ iden }: Push, name: string): (bytes: number, all: number | undefined) => void {
    let told = 0
    return (bytes, all) => {
      if (all === undefined || all < large) return
      const quarter = Math.floor((bytes / all) * 4)
      if (quarter <= told || quarter >= 4) return
      told = quarter
      onEvent('download', { state: 'progress', iden, name, bytes, all })
      log(`Saving "${name}": ${quarter * 25} %`)
    }
  }

  return {
    async start() {
      position.open(session.mirror.$baseline.get())
      const missed = await pushesAfter({ session, log }, position.latest)
      if (!missed.some(({ type }) => type === 'file')) await removeParts(folder)
      stop = session.onPush(take)
      for (const push of missed) take(push)
    },
    async close() {
      stop()
      ended.abort()
      await working
    },
  }
}

/** Lists the pushes that changed since a stamp. The mirror only has the latest of each conversation. */
export async function pushesAfter({ session, log }: Pick<FeatureDeps, 'session' | 'log'>, stamp: number): Promise<Push[]> {
  const found: Push[] = []
  let cursor: string | undefined
  try {
    do {
      const page = await session.call(listPushes, { modified_after: stamp, active_only: true, self: true, cursor })
      found.push(...page.pushes)
      cursor = page.cursor
    } while (cursor !== undefined)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    log(`Pushes from while this device was offline could not be loaded: ${error.message}`)
  }
  return found
}

/** Forgets the position. When downloads are switched on again, they start with pushes from then on. */
export function forgetDownloads(device: string): void {
  rmSync(stateFile(device), { force: true })
}

const stateFile = (device: string) => join(settingsFolder(), `downloads-${device.replace(/\W/g, '_')}.json`)

const isOwnTrouble = (error: unknown) =>
  ['ENOSPC', 'ENOENT', 'EACCES', 'EROFS', 'EIO'].includes((error as NodeJS.ErrnoException).code ?? '')

function reasonOf(error: unknown, folder: string): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC') return `the disk of ${folder} is full`
  if (code === 'ENOENT') return `there is no folder ${folder}`
  if (code === 'EACCES' || code === 'EROFS') return `${folder} cannot be written to`
  return message
}
