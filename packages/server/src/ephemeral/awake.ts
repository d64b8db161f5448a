// Records which apps a person is looking at, on all nodes.

import { randomUUID } from 'node:crypto'
import { awakeMilliseconds } from '@waypost/protocol'
import type { Bus } from '../bus/bus.ts'
import { BoundedMap } from '../processor/bounded-map.ts'

/** Apps whose reports are kept; the oldest report is dropped first. */
export const awakeAppsPerAccount = 50

/** The apps that people are looking at now. */
export interface Awake {
  /**
   * Records whether a person is looking at an app: on this node at once, on other nodes soon.
   * @param token the hash of the token with which it was reported
   */
  set(owner: string, guid: string, awake: boolean, token: string): void
  /**
   * The last live stream of a token on this node has ended: nobody looks at the apps that it reported to this node. Of a page that is closed, the
   * last report may be lost; of one without a network, it always is. An app whose stream is open again reports again.
   */
  streamsEnded(owner: string, token: string): void
  /** The apps of an account that were reported as awake within the last 60 seconds, the latest last. */
  guidsOf(owner: string): string[]
}

interface AppState {
  owner: string
  guid: string
  awake: boolean
  token: string
  node: string
}

/** When an app was reported as awake, in milliseconds since 1970, and how. */
interface Report {
  since: number
  token: string
  node: string
}

const awakeSubject = 'awake'

/**
 * Keeps app states in memory on every node. They are valid for a minute and are reported again, so losing them does no harm.
 * @param now milliseconds since 1970
 */
export async function awakeOver(bus: Bus, now: () => number = Date.now): Promise<Awake> {
  const node = randomUUID()
  /** The last reports of the awake apps of each account; both in their order. */
  const accounts = new Map<string, Map<string, Report>>()

  function keep({ owner, guid, awake, token, node }: AppState): void {
    const apps = accounts.get(owner) ?? new BoundedMap<string, Report>(awakeAppsPerAccount)
    if (awake) apps.set(guid, { since: now(), token, node })
    else apps.delete(guid)
    accounts.delete(owner)
    if (apps.size > 0) accounts.set(owner, apps)
    forgetOld()
  }

  /** Drops expired accounts. They are in order of the last report, so the first valid one ends the search. */
  function forgetOld(): void {
    for (const [owner, apps] of accounts) {
      if ([...apps.values()].some(isFresh)) return
      accounts.delete(owner)
    }
  }

  const isFresh = ({ since }: Report) => now() - since < awakeMilliseconds

  function set(owner: string, guid: string, awake: boolean, token: string): void {
    const state: AppState = { owner, guid, awake, token, node }
    keep(state)
    bus.publish(awakeSubject, state)
  }

  await bus.subscribe(awakeSubject, (message) => keep(message as AppState))
  return {
    set,
    streamsEnded(owner, token) {
      for (const [guid, report] of [...(accounts.get(owner) ?? [])])
        if (report.token === token && report.node === node) set(owner, guid, false, token)
    },
    guidsOf(owner) {
      const apps = accounts.get(owner) ?? []
      return [...apps].filter(([, report]) => isFresh(report)).map(([guid]) => guid)
    },
  }
}
