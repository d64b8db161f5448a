import { createBlock, createPush, reportTyping, setAppState, setPermanent } from '@waypost/protocol'
import { atom } from 'nanostores'
import { afterEach, expect, test } from 'vitest'
import { manualClock } from '../ground/test-clock.ts'
import { until } from '../ground/until.ts'
import { server, setUpPeople, started } from '../session/test-people.ts'
import { type Activities, followOthers } from './others.ts'

let people = 0
const stops: (() => void)[] = []

setUpPeople()

afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** Two people who have written to each other; shows the second's view of the first, with a frozen clock. */
async function pair() {
  const [ann, bob] = [await server.signUp(`ann${++people}@example.org`), await server.signUp(`bob${people}@example.org`)]
  const [anns, bobs] = [await started(ann), await started(bob)]
  const write = () => anns.call(createPush, { type: 'note', body: 'hi', email: bob.account.email })
  await write()
  await bobs.call(createPush, { type: 'note', body: 'hi', email: ann.account.email })
  const $seen = atom<Activities>(new Map())
  const clock = manualClock()
  const follow = () => stops.push(followOthers(bobs, (activities) => $seen.set(activities), { platform: clock }))
  const who = ann.account.email
  const seen = (activity: string | undefined) => until($seen, (activities) => activities.get(who) === activity)
  const look = (awake: boolean) => anns.call(setAppState, { guid: 'window', awake })
  const type = () => anns.call(reportTyping, { email: bob.account.email })
  return { bobs, who, clock, follow, seen, look, type, write }
}

test('somebody who is typing is shown until the message comes, and for 6 seconds without one', async () => {
  const { clock, follow, seen, type, write } = await pair()
  follow()
  await type()
  await seen('typing')
  await write()
  await seen(undefined)
  await type()
  await seen('typing')
  clock.advance(5_900)
  await seen('typing')
  clock.advance(200)
  await seen(undefined)
})

test('somebody who is online is shown from the start, until they leave or are no longer announced', async () => {
  const { clock, follow, seen, look } = await pair()
  await look(true)
  follow()
  await seen('online')
  await look(false)
  await seen(undefined)
  await look(true)
  await seen('online')
  clock.advance(76_000)
  await seen(undefined)
})

test('once it is switched off, or the person is blocked, nothing is shown; switched on, it is again', async () => {
  const { bobs, who, follow, seen, look } = await pair()
  await look(true)
  follow()
  await seen('online')
  const prefer = (data: Record<string, unknown>) => bobs.call(setPermanent, { key: 'web_preferences', data })
  await prefer({ presence: false })
  await seen(undefined)
  await prefer({})
  await seen('online')
  await bobs.call(createBlock, { email: who })
  await seen(undefined)
})

test('what is no such message changes nothing', async () => {
  const { bobs, who, follow, seen, look } = await pair()
  follow()
  for (const push of [
    { type: 'online', source_email_normalized: who },
    { type: 'online', source_user_iden: 'u', source_email_normalized: ['x'], online: true },
    { type: 'typing', source_user_iden: 'u', source_email_normalized: who, created: 'now' },
  ])
    await bobs.sendEphemeral(push)
  await look(true)
  await seen('online')
  expect(bobs.$state.get()).toBe('ready')
})
