import { Refusal } from '@waypost/protocol'
import type { ReadableAtom } from 'nanostores'
import { listeners } from './listeners.ts'

export interface Failure {
  /** e.g. `Error deleting Push`, `Network Issue` */
  title: string
  body: string
  /** What it comes from; `storage_full` leads to the page that speaks of storage. */
  refusal: Refusal
}

export type Doing = 'creating' | 'updating' | 'deleting'
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

/** Turns what failed into what a person is told. */
export interface Failures {
  on(listener: (failure: Failure) => void): () => void
  /** Tells of a refusal. Without a network there is one failure only, until the server has answered again. */
  tell(doing: Doing, kind: Kind, refusal: Refusal): void
  /** Does what a person asked for. A refusal is told and ends here; the answer says whether it worked. */
  attempt(doing: Doing, kind: Kind, work: () => Promise<unknown>): Promise<boolean>
  /** Nothing more can be saved. */
  tellStorage(refusal: Refusal): void
}

export function openFailures($reachable: ReadableAtom<boolean>): Failures {
  const { on, tell } = listeners<Failure>()
  let networkTold = false
  $reachable.listen((reachable) => {
    if (reachable) networkTold = false
  })

  function tellOf(doing: Doing, kind: Kind, refusal: Refusal): void {
    if (refusal.code !== 'network') {
      tell({ title: `Error ${doing} ${kind}`, body: refusal.message, refusal })
    } else if (!networkTold) {
      networkTold = true
      tell({ title: 'Network Issue', body: 'Could not connect to server', refusal })
    }
  }

  return {
    on,
    tell: tellOf,
    async attempt(doing, kind, work) {
      try {
        await work()
        return true
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        // Whoever deletes what is gone already has what they wanted.
        if (doing === 'deleting' && error.code === 'not_found') return true
        tellOf(doing, kind, error)
        return false
      }
    },
    tellStorage: (refusal) => tell({ title: 'Storage', body: refusal.message, refusal }),
  }
}
