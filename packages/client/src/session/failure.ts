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
  | 'Block'
  | 'Account'
  | 'all pushes'

/** Turns failures into messages for the user. */
export interface Failures {
  on(listener: (failure: Failure) => void): () => void
  /** Reports a refusal. Without a network, only the first one is reported until the server responds again. */
  report(doing: Doing, kind: Kind, refusal: Refusal): void
  /** Runs an action of the user. Reports a refusal and returns false, otherwise returns true. */
  attempt(doing: Doing, kind: Kind, work: () => Promise<unknown>): Promise<boolean>
  /** Reports that nothing more can be saved. */
  reportFullStorage(refusal: Refusal): void
}

export function openFailures($reachable: ReadableAtom<boolean>): Failures {
  const { on, emit } = listeners<Failure>()
  let networkReported = false
  $reachable.listen((reachable) => {
    if (reachable) networkReported = false
  })

  function report(doing: Doing, kind: Kind, refusal: Refusal): void {
    if (refusal.code !== 'network') {
      emit({ title: `Error ${doing} ${kind}`, body: refusal.message, refusal })
    } else if (!networkReported) {
      networkReported = true
      emit({ title: 'Network Issue', body: 'Could not connect to server', refusal })
    }
  }

  return {
    on,
    report,
    async attempt(doing, kind, work) {
      try {
        await work()
        return true
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        // Deleting something that is gone already counts as success.
        if (doing === 'deleting' && error.code === 'not_found') return true
        report(doing, kind, error)
        return false
      }
    },
    reportFullStorage: (refusal) => emit({ title: 'Storage', body: refusal.message, refusal }),
  }
}
