import type { Push } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { bodiesOf, push, several } from '../sync/test-history.ts'
import { now, windowOn } from './test-kept-history.ts'
import { largeStoreInMemory } from './test-large-store.ts'

const name = 'device:phone'

/** Pushes to the phone, one each hour, the last one just now. */
const toPhone = (count: number) =>
  several(count, (index) => push({ target_device_iden: 'phone', created: now - (count - 1 - index) * 3_600 }))

test('HIST-004 what was sent to a device is kept once, with the own conversation, and the device claims nothing for itself [E2]', async () => {
  const all = toPhone(12)
  const first = await windowOn(undefined, { pushes: all })
  first.conversations.setFrom('self', 0)
  await first.flush()
  expect(bodiesOf(first.kept())).toEqual(bodiesOf(all))
  expect(await first.history.before(name, now, 100)).toBeUndefined()
  const own = await first.history.before('self', now + 1, 100)
  expect(bodiesOf(own?.pushes ?? []).reverse()).toEqual(bodiesOf(all))
})

test('HIST-004 what an earlier version kept of a device goes to the own conversation, which has no gap then [E2]', async () => {
  const store = largeStoreInMemory()
  const all = toPhone(12)
  const first = await windowOn(store, { pushes: all })
  first.conversations.setFrom('self', all[2]?.created as number)
  await first.flush()
  await store.transact(async ({ writeText, writePush }) => {
    writeText(`history.${name}`, JSON.stringify({ from: 0, size: 700, newest: now }))
    // It kept some under the name of the device, also older ones than those of the own conversation.
    for (const each of [all[0], all[1], all[5]] as Push[])
      writePush({ iden: each.iden, conversation: name, created: each.created, size: 100, push: each })
  })

  const second = await windowOn(store, { since: 0 })
  expect([...store.contents().texts.keys()]).toEqual(['history', 'history.self'])
  expect(await second.history.before(name, now, 100)).toBeUndefined()
  const own = await second.history.before('self', now + 1, 100)
  expect(bodiesOf(own?.pushes ?? []).reverse()).toEqual(bodiesOf(all.slice(2)))
  expect(bodiesOf(second.kept())).toEqual(bodiesOf(all.slice(2)))
})
