// Records which apps a person is looking at, on all nodes.

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
   * The last live stream of a token has ended: for this node, nobody looks at the apps that it reported. Of a page that is closed, the last report
   * may be lost; of one without a network, it always is. An app whose stream is open again reports again.
   */
  streamsEnded(ended: EndOfStreams): void
  /** Another node still has streams of that token: this end does not count. Others still do, e.g. that of the node which has said so, later. */
  streamsContinue(ended: EndOfStreams): void
  /** The apps of an account that were reported as awake within the last 60 seconds and whose streams have not ended since, the latest last. */
  guidsOf(owner: string): string[]
  /** Whether the last report of an app said within the last 60 seconds that it is awake, also if its streams have ended since. */
  isReported(owner: string): boolean
}

/** On some node, the last stream of a token has ended. */
interface EndOfStreams {
  owner: string
  /** The hash of the token. */
  token: string
  /** Tells it from all other ends. */
  end: string
}

interface AppState {
  owner: string
  guid: string
  awake: boolean
  token: string
}

/** When an app was reported as awake, in milliseconds since 1970, and with which token. */
interface Report {
  since: number
  token: string
  /** The ends of the token's streams since, but for those after which others went on: the app is over while there is one. */
  ends: Set<string>
}

/** Ends that are remembered of each report; with as many, the app is over in any case. */
const mostEnds = 50

const awakeSubject = 'awake'

/**
 * Keeps app states in memory on every node. They are valid for a minute and are reported again, so losing them does no harm.
 * @param now milliseconds since 1970
 */
export async function awakeOver(bus: Bus, now: () => number = Date.now): Promise<Awake> {
  /** The last reports of the awake apps of each account; both in their order. */
  const accounts = new Map<string, Map<string, Report>>()

  function keep({ owner, guid, awake, token }: AppState): void {
    const apps = accounts.get(owner) ?? new BoundedMap<string, Report>(awakeAppsPerAccount)
    if (awake) apps.set(guid, { since: now(), token, ends: new Set() })
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

  const reportsOf = (owner: string): ReadonlyMap<string, Report> => accounts.get(owner) ?? new Map()

  await bus.subscribe(awakeSubject, (message) => keep(message as AppState))
  return {
    set(owner, guid, awake, token) {
      keep({ owner, guid, awake, token })
      bus.publish(awakeSubject, { owner, guid, awake, token } satisfies AppState)
    },
    streamsEnded({ owner, token, end }) {
      for (const report of reportsOf(owner).values())
        if (report.token === token && report.ends.size < mostEnds) report.ends.add(end)
    },
    streamsContinue({ owner, token, end }) {
      for (const report of reportsOf(owner).values()) if (report.token === token) report.ends.delete(end)
    },
    guidsOf: (owner) =>
      [...reportsOf(owner)].filter(([, report]) => isFresh(report) && report.ends.size === 0).map(([guid]) => guid),
    isReported: (owner) => [...reportsOf(owner).values()].some(isFresh),
  }
}
