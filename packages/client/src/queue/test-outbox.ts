import { type Push, Refusal, type RefusalCode } from '@waypost/protocol'
import type { Calls } from '../ground/call.ts'
import { inMemoryStore, type KeyValueStore } from '../ground/key-value-store.ts'
import { platform as ownPlatform, type Platform } from '../ground/platform.ts'
import { manualClock } from '../ground/test-clock.ts'
import { openMirror } from '../sync/mirror.ts'
import { openOutbox } from './outbox.ts'

/** An outbox whose calls the test answers. */
export function setUp(saved: KeyValueStore = inMemoryStore(), user = 'ann') {
  const clock = manualClock()
  const calls: {
    body: string | undefined
    answer(): Promise<void>
    refuse(code: RefusalCode, message?: string, retryAfter?: number): Promise<void>
  }[] = []
  let made = 0
  const callRaw: Calls['callRaw'] = (_call, input) => {
    const { guid, body } = input as { guid: string; body?: string }
    return new Promise((resolve, reject) => {
      calls.push({
        body,
        answer() {
          made++
          resolve({
            iden: `push${made}`,
            active: true,
            created: made,
            modified: made,
            direction: 'self',
            guid,
            body,
          } satisfies Push)
          return settle()
        },
        refuse(code, message, retryAfter) {
          reject(new Refusal(code, message, retryAfter === undefined ? {} : { retryAfter }))
          return settle()
        },
      })
    })
  }
  const platform: Platform = { ...clock, fetch: () => Promise.reject(new Error('no network')), openSocket: () => ({}) as never }
  const mirror = openMirror({ callRaw, platform })
  const refusals: string[] = []
  const announced: [guid: string, text: string | undefined][] = []
  const outbox = openOutbox({
    callRaw,
    mirror,
    saved,
    platform,
    user: () => user,
    onFull: (refusal) => refusals.push(refusal.code),
    announce: (...news) => announced.push(news),
  })
  const add = (...bodies: string[]) => {
    for (const body of bodies) outbox.add({ guid: `guid-${body}`, type: 'note', body }, 0)
  }
  const addTo = (email: string, ...bodies: string[]) => {
    for (const body of bodies) outbox.add({ guid: `guid-${body}`, type: 'note', body, email }, 0)
  }
  const ghosts = () => outbox.$ghosts.get().map(({ push, error }) => (error === undefined ? push.body : `${push.body}: ${error}`))
  return {
    clock,
    calls,
    mirror,
    outbox,
    add,
    addTo,
    ghosts,
    refusals,
    announced,
    saved,
    sent: () => calls.map(({ body }) => body),
  }
}

const settle = () => new Promise<void>((resolve) => void ownPlatform.after(0, resolve))
