import { type Account, appVersion } from '@waypost/protocol'
import type { Saved } from '../session/saved.ts'
import type { Preferences } from '../settings/preferences.ts'

// Events that tell whoever runs the server what its clients are used for, where they set a host for them. What a person writes, to whom,
// and what is on the page is in none of them.

/** What is told of everything that happens, beside who it was. */
export interface TrackingFacts {
  /** Without a query, and of the part after # only what names the screen. */
  path: string
  /** The origin of the page that led here; empty when there is none. */
  referrer: string
  /** The operating system, as the browser names it. */
  platform: string
  language: string
  /** An encryption password is set in this browser. */
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
  /** Network address of the browser, as its own server sees it; absent where that does not answer. */
  ip?: string
}

interface Deps {
  /** Sends an event to the log host. Nobody hears whether it arrived. */
  post(event: TrackingEvent): void
  account(): Pick<Account, 'id' | 'iden'> | undefined
  facts(): TrackingFacts
  /** Asks for the network address of this browser. Events wait for it. */
  address?(): Promise<string | undefined>
  sessionId: string
  clientId: string
  userAgent: string
  saved: Pick<Saved, 'read' | 'write'>
  now(): number
}

export interface Tracking {
  /** Tells of something by its name, e.g. `web_push_sent`. */
  tell(what: { name: string; at: string; about?: string }): void
  /** Somebody is before the page. Answers whether that is worth telling again: once an hour, in all windows of a browser together. */
  isActiveAnew(): boolean
}

/** How long until a person who is there is told of again, in milliseconds. */
export const activeEvery = 60 * 60_000
const activeKey = 'user_active'

export function openTracking({ post, account, facts, address, sessionId, clientId, userAgent, saved, now }: Deps): Tracking {
  const browser = browserOf(userAgent)
  let ip: string | undefined
  let asking: Promise<void> | undefined = address?.()
    .then((found) => {
      ip = found
    })
    .catch(() => {})
    .finally(() => {
      asking = undefined
    })
  const send = (event: TrackingEvent) => post(ip === undefined ? event : { ...event, ip })
  return {
    tell({ name, at, about }) {
      const who = account()
      const event: TrackingEvent = {
        name,
        at,
        ...(about !== undefined && { about }),
        ...(who && { user_id: who.id, user_iden: who.iden }),
        session_id: sessionId,
        client_id: clientId,
        client_type: 'web',
        client_version: appVersion,
        browser,
        ...facts(),
      }
      if (asking) void asking.then(() => send(event))
      else send(event)
    },
    isActiveAnew() {
      const last = Number(saved.read(activeKey) ?? Number.NEGATIVE_INFINITY)
      // A clock that was set back must not keep everything silent until it has caught up.
      if (now() - last < activeEvery && last <= now()) return false
      try {
        saved.write(activeKey, String(now()))
        return true
      } catch {
        // Where nothing can be kept it would be told of each time.
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

/** A browser's name and the first number of its version, and no more: the rest of what it says of itself could tell people apart. */
export function browserOf(userAgent: string): { name: string; version: string } {
  for (const [name, form] of browsers) {
    const version = form.exec(userAgent)?.[1]
    if (version) return { name, version }
  }
  return { name: 'other', version: '' }
}

/** Calls that are told of once they were answered well. */
const tracked: Record<string, string> = {
  'POST /v2/pushes': 'push_sent',
  'POST /v3/create-text': 'text_sent',
  'POST /v3/downgrade-pro': 'pro_cancelled',
}

/** What a call that was answered is told as; undefined when it is not told of. */
export function trackedCall(method: string, url: string, status: number): string | undefined {
  const path = /^https?:\/\/[^/]+([^?#]*)/.exec(url)?.[1]
  return status < 300 ? tracked[`${method} ${path}`] : undefined
}

/**
 * Which of some options this person gets in a test. It is chosen once by chance and kept with the account, so that it is the same one in
 * every browser.
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
