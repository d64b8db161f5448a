import { type Account, appVersion } from '@waypost/protocol'
import type { KeyValueStore } from '../ground/key-value-store.ts'
import type { Preferences } from '../settings/preferences.ts'

// Usage events for the operator of the server, if a log host is configured. They contain nothing that a user writes, no recipients, and no
// page content.

interface TrackingFacts {
  /** Without a query; the fragment is reduced to the screen's name. */
  path: string
  /** The origin of the referring page; empty if there is none. */
  referrer: string
  platform: string
  language: string
  /** Whether an encryption password is set in this browser. */
  encryption: boolean
}

export interface TrackingEvent extends TrackingFacts {
  /** e.g. `web_page_view` */
  name: string
  /** ISO 8601. */
  at: string
  /** e.g. the code of a refusal. */
  about?: string
  user_id?: string
  user_iden?: string
  session_id: string
  client_id: string
  client_type: 'web'
  client_version: number
  browser: { name: string; version: string }
  /** As this server sees it; absent if the lookup failed. */
  ip?: string
}

interface Deps {
  /** Failures are ignored. */
  post(event: TrackingEvent): void
  account(): Pick<Account, 'id' | 'iden'> | undefined
  facts(): TrackingFacts
  /** Fetches the IP address of this browser. Events wait for it. */
  address?(): Promise<string | undefined>
  sessionId: string
  clientId: string
  userAgent: string
  saved: Pick<KeyValueStore, 'read' | 'write'>
  now(): number
}

export interface Tracking {
  /** Reports an event by its name, e.g. `web_push_sent`. */
  tell(what: { name: string; at: string; about?: string }): void
  /** Call it while the user is active. Returns whether to report that: once an hour across all windows of a browser. */
  shouldReportActive(): boolean
}

/** Milliseconds until an active user is reported again. */
export const activeEvery = 60 * 60_000
const activeKey = 'user_active'

export function openTracking({ post, account, facts, address, sessionId, clientId, userAgent, saved, now }: Deps): Tracking {
  const browser = browserOf(userAgent)
  let ip: string | undefined
  let lookup: Promise<void> | undefined = address?.()
    .then((found) => {
      ip = found
    })
    .catch(() => {})
    .finally(() => {
      lookup = undefined
    })
  const send = (event: TrackingEvent) => post(ip === undefined ? event : { ...event, ip })
  return {
    tell({ name, at, about }) {
      const user = account()
      const event: TrackingEvent = {
        name,
        at,
        ...(about !== undefined && { about }),
        ...(user && { user_id: user.id, user_iden: user.iden }),
        session_id: sessionId,
        client_id: clientId,
        client_type: 'web',
        client_version: appVersion,
        browser,
        ...facts(),
      }
      if (lookup) void lookup.then(() => send(event))
      else send(event)
    },
    shouldReportActive() {
      const last = Number(saved.read(activeKey) ?? Number.NEGATIVE_INFINITY)
      // If the clock was set back, report now instead of waiting for it to catch up.
      if (now() - last < activeEvery && last <= now()) return false
      try {
        saved.write(activeKey, String(now()))
        return true
      } catch {
        // If nothing can be saved, it would be reported every time.
        return false
      }
    },
  }
}

const browsers: readonly (readonly [name: string, form: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\/(\d+)/],
  ['Opera', /\bOPR\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /\b(?:(?:Headless)?Chrome|CriOS)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+).* Safari\//],
]

/** The name and major version of a browser. The rest of its user agent is dropped because it could identify people. */
export function browserOf(userAgent: string): { name: string; version: string } {
  for (const [name, form] of browsers) {
    const version = form.exec(userAgent)?.[1]
    if (version) return { name, version }
  }
  return { name: 'other', version: '' }
}

/** Calls that are reported if they succeed. */
const tracked: Record<string, string> = {
  'POST /v2/pushes': 'push_sent',
  'POST /v3/create-text': 'text_sent',
  'POST /v3/downgrade-pro': 'pro_cancelled',
}

/** The event of a successful call; undefined if the call is not tracked. */
export function trackedCall(method: string, url: string, status: number): string | undefined {
  const path = /^https?:\/\/[^/]+([^?#]*)/.exec(url)?.[1]
  return status < 300 ? tracked[`${method} ${path}`] : undefined
}

/**
 * Chooses one of the options of an experiment. The choice is made once at random and kept in the account, so it is the same in every
 * browser.
 * @throws Refusal
 */
export async function chooseOption<T extends string>(
  preferences: Pick<Preferences, '$all' | 'load' | 'set'>,
  test: string,
  options: readonly [T, ...T[]],
  chance: () => number = Math.random,
): Promise<T> {
  await preferences.load()
  const key = `ab_${test}`
  const kept = preferences.$all.get()?.[key]
  const known = options.find((option) => option === kept)
  if (known !== undefined) return known
  const chosen = options[Math.floor(chance() * options.length)] ?? options[0]
  await preferences.set({ [key]: chosen })
  return chosen
}
