import { expect, test } from 'vitest'
import { bodiesOf, push, several } from '../history/test-history.ts'
import { now, windowOn } from './test-kept-history.ts'

const name = 'device:phone'

const toPhone = (count: number) =>
  several(count, (index) => push({ target_device_iden: 'phone', created: now - (count - 1 - index) * 3_600 }))

test('HIST-004 a message to a device is kept once, with the own conversation, and the device claims nothing for itself [E2]', async () => {
  const all = toPhone(12)
  const first = await windowOn(undefined, { pushes: all })
  first.conversations.setFrom('self', 0)
  await first.flush()
  expect(bodiesOf(first.kept())).toEqual(bodiesOf(all))
  expect(await first.history.before(name, now, 100)).toBeUndefined()
  const own = await first.history.before('self', now + 1, 100)
  expect(bodiesOf(own?.pushes ?? []).reverse()).toEqual(bodiesOf(all))
})
