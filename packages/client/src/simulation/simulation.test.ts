import { startTestServer, type TestServer } from '@waypost/server/test-server'
import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Person } from '../session/test-sessions.ts'
import { type Outcome, type Plan, plans, readings, run, type SavedOf, savedOf } from './test-run.ts'

let server: TestServer
let people = 0
/** A person who receives messages and has no window. */
let ben: Person
let saved: SavedOf

beforeAll(async () => {
  server = await startTestServer()
  ben = await signUp()
  saved = await savedOf(server, await signUp())
})
afterAll(() => server.close())
// Lost streams wait for a random time.
beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0.5))

const signUp = () => server.signUp(`person-${++people}@example.org`, `Person ${people}`)

const outcomeOf = async (plan: Plan): Promise<Outcome> =>
  run({ server, people: [await signUp(), plan.both ? await signUp() : ben], savedOf: saved }, plan)

/** `npm run test:simulation` sets these. */
const { WAYPOST_SIMULATION_RUNS: runs = '300', WAYPOST_SIMULATION_SEED: seed = '1' } = process.env
/** Runs per test, so none takes long on a busy machine. */
const together = 50

/** Tries plans in several tests, to keep each of them short. */
function tryAll(title: string, kind: fc.Arbitrary<Plan>, count: number): void {
  for (let first = 0; first < count; first += together)
    test(`${title}: from run ${first} on`, async () => {
      const property = fc.asyncProperty(kind, async (plan) => {
        const { wrong, log } = await outcomeOf(plan)
        if (wrong.length > 0) throw new Error([...wrong, '', ...log].join('\n'))
      })
      // The seed of each test derives from its first run, so it can be rerun alone.
      await fc.assert(property, { numRuns: Math.min(together, count - first), seed: Number(seed) * 1_000_003 + first })
    })
}

tryAll('everything that is typed, chosen and sent is there once, in order, and all windows agree', plans, Number(runs))
tryAll('what is read stays read, in whichever order windows and the server say so', readings, Math.ceil(Number(runs) / 10))

test('the same plan gives the same run', async () => {
  for (const plan of fc.sample(plans, { numRuns: 5, seed: 5 })) {
    const [one, other] = [await outcomeOf(plan), await outcomeOf(plan)]
    expect(other.log).toEqual(one.log)
  }
})

/** Plans that failed before. */
const failed: Record<string, Plan['steps']> = {
  'what a window sent before it closed without room is sent, or back in the field in all windows': [
    { do: 'close', window: 0 },
    { do: 'type', window: 1, target: 1 },
    { do: 'close', window: 3 },
    { do: 'full', browser: 1 },
    { do: 'send', window: 3, target: 1 },
    { do: 'type', window: 0, target: 0 },
    { do: 'leave', window: 0 },
    { do: 'reload', window: 3 },
  ],
  'what a window erased before it closed without room may come back, in all windows alike': [
    { do: 'close', window: 0 },
    { do: 'type', window: 1, target: 1 },
    { do: 'leave', window: 3 },
    { do: 'full', browser: 1 },
    { do: 'erase', window: 3, target: 1 },
    { do: 'type', window: 0, target: 0 },
    { do: 'leave', window: 0 },
    { do: 'reload', window: 3 },
  ],
  'the same words, sent from two windows before one hears of the other, are two messages': [
    { do: 'type', window: 0, target: 1 },
    { do: 'send', window: 1, target: 1 },
    { do: 'send', window: 0, target: 1 },
    { do: 'deliver', picks: [527, 229, 16] },
    { do: 'type', window: 0, target: 1 },
    { do: 'send', window: 0, target: 1 },
    { do: 'type', window: 0, target: 0 },
    { do: 'erase', window: 0, target: 0 },
    { do: 'edit', window: 0, target: 0, pick: 0 },
  ],
  'what a window typed is not taken as part of what it types later, while it waits for its place there': [
    { do: 'full', browser: 0 },
    { do: 'type', window: 0, target: 0 },
    { do: 'type', window: 4, target: 0 },
    { do: 'deliver', picks: [143, 73] },
    { do: 'type', window: 0, target: 1 },
    { do: 'erase', window: 0, target: 0 },
    { do: 'type', window: 0, target: 1 },
    { do: 'leave', window: 0 },
  ],
  'what is typed in one window at once after another one loses no letter': [
    { do: 'type', window: 0, target: 1 },
    { do: 'type', window: 1, target: 1 },
    { do: 'deliver', picks: [0, 0, 0] },
  ],
  'what only says that the server has a draft does not replace what another window has typed since': [
    { do: 'type', window: 1, target: 0 },
    { do: 'type', window: 0, target: 0 },
    { do: 'type', window: 0, target: 0 },
    { do: 'deliver', picks: [0] },
    { do: 'leave', window: 0 },
    { do: 'wait' },
  ],
  'what is erased in one window, while another one hears of it from the server, is erased in both': [
    { do: 'type', window: 0, target: 0 },
    { do: 'type', window: 0, target: 1 },
    { do: 'type', window: 0, target: 0 },
    { do: 'deliver', picks: [0, 51] },
    { do: 'erase', window: 1, target: 0 },
    { do: 'wait' },
  ],
  'what a window typed before it closed is told to the server by another one': [
    { do: 'type', window: 1, target: 0 },
    { do: 'type', window: 0, target: 1 },
    { do: 'type', window: 0, target: 1 },
    { do: 'type', window: 4, target: 0 },
    { do: 'type', window: 0, target: 1 },
    { do: 'close', window: 1 },
  ],
  'what is erased while a closed window still tells the server of it is erased there, too': [
    { do: 'wait' },
    { do: 'type', window: 4, target: 1 },
    { do: 'deliver', picks: [0] },
    { do: 'close', window: 1 },
    { do: 'erase', window: 0, target: 1 },
  ],
  'a draft that another device empties before its answer has arrived is empty in all windows': [
    { do: 'type', window: 0, target: 0 },
    { do: 'reload', window: 0 },
    { do: 'deliver', picks: [0, 188] },
    { do: 'deliver', picks: [954, 815] },
    { do: 'erase', window: 2, target: 0 },
    { do: 'wait' },
    { do: 'deliver', picks: [0, 0, 0] },
  ],
  'a file that could not be stored with its window holds up no other one': [
    { do: 'reload', window: 0 },
    { do: 'file', window: 0, target: 1 },
    { do: 'deliver', picks: [374, 0, 134, 684] },
    { do: 'reload', window: 0 },
    { do: 'file', window: 0, target: 1 },
    { do: 'type', window: 0, target: 0 },
    { do: 'deliver', picks: [0, 0] },
    { do: 'leave', window: 0 },
  ],
  'a file that was chosen just before a reload is sent': [
    { do: 'file', window: 0, target: 0 },
    { do: 'reload', window: 0 },
  ],
  'a draft that is deleted on the server while a window loads it is gone in that window, too': [
    { do: 'type', window: 0, target: 1 },
    { do: 'type', window: 0, target: 0 },
    { do: 'deliver', picks: [0, 0, 0, 415] },
    { do: 'reload', window: 2 },
    { do: 'erase', window: 0, target: 1 },
    { do: 'deliver', picks: [0, 0, 326, 0] },
    { do: 'wait' },
    { do: 'lose', pick: 0 },
    { do: 'type', window: 0, target: 0 },
    { do: 'erase', window: 0, target: 0 },
  ],
  'files that two windows upload at the same time are sent': [
    { do: 'file', window: 0, target: 0 },
    { do: 'file', window: 0, target: 0 },
    { do: 'deliver', picks: [437, 47] },
    { do: 'deliver', picks: [166, 183] },
    { do: 'deliver', picks: [310, 0] },
    { do: 'offline', browser: 0 },
    { do: 'type', window: 0, target: 0 },
    { do: 'file', window: 4, target: 0 },
    { do: 'wait' },
  ],
  'what another device erases while a window opens is erased there': [
    { do: 'type', window: 2, target: 1 },
    { do: 'erase', window: 2, target: 0 },
    { do: 'deliver', picks: [0, 0] },
    { do: 'erase', window: 0, target: 1 },
    { do: 'deliver', picks: [0] },
    { do: 'erase', window: 0, target: 0 },
    { do: 'wait' },
    { do: 'open', window: 2 },
    { do: 'erase', window: 0, target: 0 },
  ],
}

for (const [name, steps] of Object.entries(failed))
  test.each([{ both: false }, { both: true }])(`${name} (the other person has a window: $both)`, async ({ both }) => {
    const { wrong, log } = await outcomeOf({ both, steps })
    expect(wrong, log.join('\n')).toEqual([])
  })
