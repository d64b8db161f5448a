// Turns the refusals of calls into messages for the user.

import { Refusal } from '@waypost/protocol'
import type { ReadableAtom } from 'nanostores'
import { listeners } from './listeners.ts'

export interface Failure {
  /** e.g. `Error deleting Push`, `Network Issue` */
  title: string
  body: string
  /** The cause; `storage_full` leads to the page about storage. */
  refusal: Refusal
}

type Doing = 'creating' | 'updating' | 'deleting'
export type Kind =
  | 'Push'
  | 'Device'
  | 'Contact'
  | 'Chat'
  | 'OAuth Client'
  | 'OAuth Grant'
  | 'Channel'
  | 'Subscription'
  | 'Source'
  | 'Block'
  | 'Account'
  | 'all pushes'

export interface Failures {
  on(listener: (failure: Failure) => void): () => void
  /** Calls back with the title of earlier failures once all failed actions have succeeded. */
  onSolved(listener: (title: string) => void): () => void
  /**
   * Reports a refusal. Offline, only the first one is reported until the server responds again. `of` distinguishes refused objects of one
   * kind, e.g. by iden.
   */
  report(doing: Doing, kind: Kind, refusal: Refusal, of?: string): void
  /** Clears an earlier failure of the action. */
  solve(doing: Doing, kind: Kind, of?: string): void
  /** @returns false after reporting a refusal */
  attempt(doing: Doing, kind: Kind, work: () => Promise<unknown>, of?: string): Promise<boolean>
  reportFullStorage(refusal: Refusal): void
}

export function openFailures($reachable: ReadableAtom<boolean>): Failures {
  const { on, emit } = listeners<Failure>()
  const solved = listeners<string>()
  /** Refused actions that have not succeeded since, by failure title. */
  const unsolved = new Map<string, Set<string>>()
  let networkReported = false
  $reachable.listen((reachable) => {
    if (reachable) networkReported = false
  })

  function report(doing: Doing, kind: Kind, refusal: Refusal, of = ''): void {
    if (refusal.code !== 'network') {
      const title = titleOf(doing, kind)
      unsolved.set(title, (unsolved.get(title) ?? new Set()).add(of))
      emit({ title, body: refusal.message, refusal })
    } else if (!networkReported) {
      networkReported = true
      emit({ title: 'Network Issue', body: 'Could not connect to server', refusal })
    }
  }

  function solve(doing: Doing, kind: Kind, of = ''): void {
    const title = titleOf(doing, kind)
    const left = unsolved.get(title)
    if (left?.delete(of) && left.size === 0) {
      unsolved.delete(title)
      solved.emit(title)
    }
    // A deleted object no longer needs its change.
    if (doing === 'deleting') solve('updating', kind, of)
  }

  return {
    on,
    onSolved: solved.on,
    report,
    solve,
    async attempt(doing, kind, work, of) {
      try {
        await work()
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        // Deleting something that is gone already counts as success.
        if (doing !== 'deleting' || error.code !== 'not_found') {
          report(doing, kind, error, of)
          return false
        }
      }
      solve(doing, kind, of)
      return true
    },
    reportFullStorage: (refusal) => emit({ title: 'Storage', body: refusal.message, refusal }),
  }
}

const titleOf = (doing: Doing, kind: Kind): string => `Error ${doing} ${kind}`
