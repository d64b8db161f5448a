import { awakeMilliseconds } from '@waypost/protocol'
import type { Bus } from '../bus/bus.ts'
import { BoundedMap } from '../processor/bounded-map.ts'

/** Apps whose reports are kept; the oldest report is evicted first. */
export const awakeAppsPerAccount = 50

/** The apps that people are looking at. */
export interface Awake {
  /**
   * Records whether a person is looking at an app: on this node at once, on other nodes soon after. `token` is the hash of the reporting
   * token.
   */
  set(owner: string, guid: string, awake: boolean, token: string): void
  /**
   * The last live stream of a token has ended: as far as this node knows, nobody is looking at the apps it reported. A closed page may fail
   * to send its last report, and one without a network always does. An app whose stream reopens reports again.
   */
  streamsEnded(ended: EndOfStreams): void
  /** Another node still has streams of that token, so this end doesn't count. Other ends still do, e.g. a later one on that node. */
  streamsContinue(ended: EndOfStreams): void
  /** The apps reported as awake within the last 60 seconds whose streams have not ended since, latest last. */
  guidsOf(owner: string): string[]
  /** Whether an app's last report was within the last 60 seconds and said that it is awake, even if its streams have ended since. */
  isReported(owner: string): boolean
}

interface EndOfStreams {
  owner: string
  token: string
  end: string
}

interface AppState {
  owner: string
  guid: string
  awake: boolean
  token: string
}

/** When an app was reported as awake, in milliseconds since 1970, and by which token. */
interface Report {
  since: number
  token: string
  /** The ends of the token's streams since then, minus those after which others continued; if any, the app isn't awake. */
  ends: Set<string>
}

/** The number of ends remembered per report; when it is reached, the app no longer counts as awake. */
const mostEnds = 50

const awakeSubject = 'awake'

/** Keeps app states in memory on every node. They are valid for a minute and reported again, so losing them does no harm. */
export async function awakeOver(bus: Bus, now: () => number = Date.now): Promise<Awake> {
  /** The last reports of each account's awake apps; accounts and apps are both in the order of their reports. */
  const accounts = new Map<string, Map<string, Report>>()

  function keep({ owner, guid, awake, token }: AppState): void {
    const apps = accounts.get(owner) ?? new BoundedMap<string, Report>(awakeAppsPerAccount)
    if (awake) apps.set(guid, { since: now(), token, ends: new Set() })
    else apps.delete(guid)
    accounts.delete(owner)
    if (apps.size > 0) accounts.set(owner, apps)
    forgetOld()
  }

  /** Evicts expired accounts. They are in order of the last report, so the first valid one ends the search. */
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
