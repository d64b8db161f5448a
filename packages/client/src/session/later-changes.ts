// Loads the code for changes of pushes after the first screen, and gives it to a session.

import { atom } from 'nanostores'
import { changePrefix } from '../ground/prefixes.ts'
import type { ChangeNews, Pending } from '../history/pending.ts'
import type { PushChanges, PushChangesDeps } from '../queue/push-changes.ts'

/** Opens them, e.g. with lazily loaded code. */
export type OpenChanges = (deps: PushChangesDeps) => PushChanges | Promise<PushChanges>

/** Milliseconds until failed loading of the code is retried. */
const retryAfter = 5_000

const fetchChanges: OpenChanges = async (deps) => (await import('../queue/push-changes.ts')).openPushChanges(deps)

export function openLaterChanges(deps: PushChangesDeps, fetch: OpenChanges = fetchChanges) {
  const { saved, platform } = deps
  const $pending = atom<Pending>(new Map())
  let opened: PushChanges | undefined
  let opening: Promise<PushChanges> | undefined
  let isRunning = false

  async function open(): Promise<PushChanges> {
    try {
      opened = await fetch(deps)
    } catch {
      await new Promise<void>((resolve) => void platform.after(retryAfter, resolve))
      return open()
    }
    opened.$pending.subscribe((pending) => $pending.set(pending))
    opened.load()
    if (isRunning) opened.resume()
    return opened
  }

  function erase(): void {
    for (const key of saved.keys(changePrefix)) saved.erase(key)
  }

  return {
    /** Changes that are not in the mirror yet. */
    $pending,
    /** Calls `work` with the changes, at once or as soon as they are open. */
    async use<T>(work: (changes: PushChanges) => T | Promise<T>): Promise<T> {
      opening ??= open()
      return work(opened ?? (await opening))
    },
    /** Loads the changes of an earlier session or another window. */
    load(): void {
      if (opened) opened.load()
      else opening ??= open()
    },
    receive: (news: ChangeNews): void => opened?.receive(news),
    resume(): void {
      isRunning = true
      opened?.resume()
    },
    stop(): void {
      isRunning = false
      opened?.stop()
    },
    erase,
  }
}
