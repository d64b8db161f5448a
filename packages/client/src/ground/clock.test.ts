import { expect, test } from 'vitest'
import { server, setUpPeople, started } from '../session/test-people.ts'
import { bodies, gate, itemsOf, settled, watched } from '../session/test-sessions.ts'
import { openClock } from './clock.ts'
import { platform } from './platform.ts'

setUpPeople()

const day = 24 * 3_600_000

test('HIST-010 the server clock is known to within two seconds, however wrong the local one is', () => {
  let own = 0
  const { $ahead, now, observe: hear } = openClock(() => own)
  const true_ = Date.UTC(2026, 2, 11, 15, 30)
  for (const wrong of [-day, day, 90_000]) {
    own = true_ + wrong
    hear(new Date(true_).toUTCString(), own - 400)
    expect(Math.abs(now() - true_)).toBeLessThan(2_000)
  }
  const before = $ahead.get()
  hear(new Date(true_ + 2_000).toUTCString(), own)
  hear('no date', own)
  hear(undefined, own)
  hear(new Date(0).toUTCString(), own - 20_000)
  hear(new Date(0).toUTCString(), own + 1)
  expect($ahead.get()).toBe(before)
  own = true_ + 900
  hear(new Date(true_).toUTCString(), own)
  expect($ahead.get()).toBe(0)
})

test('HIST-010 PUSH-019 with a clock that is a day off, a ghost has the time of the server', async () => {
  const ann = await server.signUp('ann@example.org', 'Ann')
  for (const wrong of [-day, day]) {
    const held = gate()
    const { platform: real } = watched(async (call, send) => {
      if (call === 'POST /v2/pushes') await held.passed
      return send()
    })
    const session = await started(ann, { platform: { ...real, now: () => platform.now() + wrong } })
    expect(Math.abs(session.$clockAhead.get() + wrong)).toBeLessThan(5_000)
    const had = itemsOf(session).length
    session.push.send({ body: String(wrong) }, session.target.me)
    const ghost = itemsOf(session).at(-1)
    expect(ghost?.timeBar).toBe(false)
    expect(Math.abs((ghost?.push.created ?? 0) * 1_000 - platform.now())).toBeLessThan(5_000)
    held.open()
    await settled(session, had + 1)
    expect(bodies(itemsOf(session)).at(-1)).toBe(String(wrong))
  }
})
