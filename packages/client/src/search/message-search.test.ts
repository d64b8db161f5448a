import { type Push, Refusal } from '@waypost/protocol'
import { atom } from 'nanostores'
import { expect, test } from 'vitest'
import { platform as ownPlatform } from '../ground/platform.ts'
import { openMirror } from '../sync/mirror.ts'
import { openMessageSearch } from './message-search.ts'

/** A clock on which every look takes longer than a slice of the search. Timers run when told. */
function slowClock() {
  let time = 0
  let timers: { wait: number; work(): void }[] = []
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  return {
    platform: {
      ...ownPlatform,
      now() {
        time += 10
        return time
      },
      after(wait: number, work: () => void) {
        const timer = { wait, work }
        timers.push(timer)
        return () => {
          timers = timers.filter((each) => each !== timer)
        }
      },
    },
    /** Runs the timers that `isDue` by their wait, and those that they set. */
    async run(isDue: (wait: number) => boolean): Promise<void> {
      for (let due = timers; due.length > 0; ) {
        due = timers.filter(({ wait }) => isDue(wait))
        timers = timers.filter(({ wait }) => !isDue(wait))
        for (const { work } of due) work()
        await turn()
      }
    },
  }
}

test('that not all messages were compared for one search is not said of the next one', async () => {
  const long = Array.from({ length: 20_000 }, (_, at) => String.fromCharCode(0xe01 + ((at * 7_919) % 46))).join('')
  const push = { iden: 'a', active: true, created: 1, modified: 1, direction: 'self', body: `kite ${long}` } satisfies Push
  const { platform, run } = slowClock()
  const callRaw = () => Promise.reject(new Refusal('network'))
  const mirror = openMirror({ callRaw, platform })
  mirror.fill({ pushes: [push] })
  const none = atom([])
  const target = { $people: none, $devices: none, $following: none, $sources: none }
  const session = { call: callRaw, mirror, target, $connection: atom('offline') } as never
  const { $found, ask, close } = openMessageSearch(session, platform)
  const isOwn = (wait: number) => wait === 0
  const isServer = (wait: number) => wait === 120

  ask('kite')
  await run(isOwn)
  await run(isServer)
  expect($found.get()).toMatchObject({ q: 'kite', state: 'kept', partial: true })
  ask('red')
  await run(isServer)
  expect($found.get()).toMatchObject({ q: 'red', state: 'kept' })
  expect($found.get()).not.toHaveProperty('partial')
  close()
})
