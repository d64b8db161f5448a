// Records which apps a person is looking at, on all nodes.

import { awakeMilliseconds } from '@waypost/protocol'
import type { Bus } from '../bus/bus.ts'
import { BoundedMap } from '../processor/bounded-map.ts'

/** Apps whose reports are kept; the oldest report is dropped first. */
export const awakeAppsPerAccount = 50

/** The apps that people are looking at now. */
export interface Awake {
  /** Records whether a person is looking at an app: on this node at once, on other nodes soon. */
  set(owner: string, guid: string, awake: boolean): void
  /** The apps of an account that were reported as awake within the last 60 seconds, the latest last. */
  guidsOf(owner: string): string[]
}

interface AppState {
  owner: string
  guid: string
  awake: boolean
}

const awakeSubject = 'awake'

/**
 * Keeps app states in memory on every node. They are valid for a minute and are reported again, so losing them does no harm.
 * @param now milliseconds since 1970
 */
export async function awakeOver(bus: Bus, now: () => number = Date.now): Promise<Awake> {
  /** The awake apps of each account, and since when; both in order of the last report. */
  const accounts = new Map<string, Map<string, number>>()

  function keep({ owner, guid, awake }: AppState): void {
    const apps = accounts.get(owner) ?? new BoundedMap<string, number>(awakeAppsPerAccount)
    if (awake) apps.set(guid, now())
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

  const isFresh = (since: number) => now() - since < awakeMilliseconds

  await bus.subscribe(awakeSubject, (message) => keep(message as AppState))
  return {
    set(owner, guid, awake) {
      keep({ owner, guid, awake })
      bus.publish(awakeSubject, { owner, guid, awake } satisfies AppState)
    },
    guidsOf(owner) {
      const apps = accounts.get(owner) ?? []
      return [...apps].filter(([, since]) => isFresh(since)).map(([guid]) => guid)
    },
  }
}
