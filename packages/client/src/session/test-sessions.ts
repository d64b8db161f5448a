import { type Account, syncedTypes } from '@waypost/protocol'
import { answerTimes } from '../ground/call.ts'
import { inMemoryStore } from '../ground/key-value-store.ts'
import { type HttpAnswer, type Platform, platform } from '../ground/platform.ts'
import { until } from '../ground/until.ts'
import type { HistoryItem } from '../history/history-item.ts'
import type { History } from '../history/history-view.ts'
import type { Target } from '../history/target.ts'
import { openPushChanges } from '../queue/push-changes.ts'
import { openSession } from './open.ts'
import type { Session, SessionOptions } from './session.ts'

// For tests: sessions on a server, and helpers to check them.

export interface Person {
  token: string
  account: Account
}

export interface TestSessions {
  /** The session is not started. */
  open(person: Person, options?: Partial<SessionOptions>): Session
  /** The session is connected and up to date. */
  started(person: Person, options?: Partial<SessionOptions>): Promise<Session>
  closeAll(): void
}

export function testSessions(origin: () => string): TestSessions {
  const sessions: Session[] = []
  function open({ token }: Person, options: Partial<SessionOptions> = {}): Session {
    const session = openSession({
      origin: origin(),
      token,
      saved: inMemoryStore(),
      changes: openPushChanges,
      agent: 'test/1',
      ...options,
    })
    sessions.push(session)
    return session
  }
  return {
    open,
    async started(person, options) {
      const session = open(person, options)
      await session.start()
      const state = session.$state.get()
      if (typeof state === 'object') throw state.failed
      await until(session.$connection, (connection) => connection === 'connected')
      await session.mirror.catchUp()
      return session
    },
    closeAll() {
      for (const session of sessions.splice(0)) session.close()
    },
  }
}

/** The real network, recording every call, e.g. `GET /v2/pushes?self=true`. `handle` may delay, change or replace responses. */
export function watched(
  handle: (call: string, send: () => Promise<HttpAnswer>) => Promise<HttpAnswer> = (_call, send) => send(),
): { calls: string[]; platform: Platform } {
  const calls: string[] = []
  const watching: Platform = {
    ...platform,
    fetch(url, request) {
      const call = `${request.method} ${url.replace(/^https?:\/\/[^/]+/, '')}`
      calls.push(call)
      return handle(call, () => platform.fetch(url, request))
    },
  }
  return { calls, platform: watching }
}

/** A network whose live streams deliver nothing. */
export function mute(on: Platform = platform): Platform {
  return { ...on, openSocket: () => ({ onmessage: null, onerror: null, onclose: null, close() {} }) }
}

/**
 * A network whose timers run faster, so a test need not wait for a back-off. Responses keep their time limits: a machine that is busy for
 * half a second is no broken server.
 */
export function hasty(times: number, on: Platform = platform): Platform {
  const isForAnswer = (milliseconds: number) => Object.values(answerTimes).includes(milliseconds)
  return {
    ...on,
    after: (milliseconds, work) => platform.after(isForAnswer(milliseconds) ? milliseconds : milliseconds / times, work),
  }
}

/** Like `hasty`, and response timeouts are shorter too. */
export function impatient(times: number, on: Platform = platform): Platform {
  return { ...on, after: (milliseconds, work) => platform.after(milliseconds / times, work) }
}

/** A network on which waits of some milliseconds end by hand: `pass` ends each pending one, once. Later and other waits take their time. */
export function byHand(wait: number, on: Platform = platform): { platform: Platform; pass(): void } {
  const begun = new Set<() => void>()
  return {
    platform: {
      ...on,
      after(milliseconds, work) {
        if (milliseconds !== wait) return on.after(milliseconds, work)
        begun.add(work)
        return () => begun.delete(work)
      },
    },
    pass() {
      const over = [...begun]
      begun.clear()
      for (const work of over) work()
    },
  }
}

/** A promise that resolves with `open`. */
export function gate(): { passed: Promise<void>; open(): void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { passed: promise, open: resolve }
}

export function itemsOf(session: Session, target: Target = session.target.me): readonly HistoryItem[] {
  return session.push.history(target).get().items
}

/** Waits until a history has this many confirmed pushes. */
export function settled(session: Session, count: number, target: Target = session.target.me): Promise<History> {
  const isSettled = (item: HistoryItem) => item.state === 'settled'
  return until(session.push.history(target), ({ items }) => items.filter(isSettled).length === count)
}

export function bodies(items: readonly HistoryItem[]): (string | undefined)[] {
  return items.map((item) => item.push.body)
}

/** All objects of a session, for comparison with another one. */
export function contents(session: Session): unknown {
  const byIden = (a: { iden: string }, b: { iden: string }) => (a.iden < b.iden ? -1 : 1)
  return syncedTypes.map((type) => [type, [...session.mirror.of(type).get().entries.values()].sort(byIden)])
}

export function chatWith(session: Session, person: Person): Target {
  const target = session.target.find('people', person.account.email)
  if (!target) throw new Error('There is no such target.')
  return target
}
