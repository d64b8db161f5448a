import { expect, test } from 'vitest'
import { busInMemory } from '../bus/memory.ts'
import { awakeAppsPerAccount, awakeOver } from './awake.ts'

const bus = () =>
  busInMemory((error) => {
    throw error
  })

test('SYNC-025 (deviates) GAP-008 a state counts for 60 seconds, and longer when it is said again', async () => {
  let now = 1_000_000
  const awake = await awakeOver(bus(), () => now)
  awake.set('alice', 'a', true, 'token')
  now += 30_000
  awake.set('alice', 'b', true, 'token')
  now += 29_999
  expect(awake.guidsOf('alice')).toEqual(['a', 'b'])
  now += 1
  expect(awake.guidsOf('alice')).toEqual(['b'])
  awake.set('alice', 'b', true, 'token')
  now += 59_999
  expect(awake.guidsOf('alice')).toEqual(['b'])
  now += 1
  expect(awake.guidsOf('alice')).toEqual([])
})

test('GAP-023 what one node is told every node knows', async () => {
  const shared = bus()
  const one = await awakeOver(shared)
  const other = await awakeOver(shared)
  one.set('alice', 'a', true, 'token')
  expect(other.guidsOf('alice')).toEqual(['a'])
  other.set('alice', 'a', false, 'token')
  expect(one.guidsOf('alice')).toEqual([])
})

test('an app is looked at by nobody once the streams of its token have ended', async () => {
  const awake = await awakeOver(bus())
  awake.set('alice', 'a', true, 'laptop')
  awake.set('alice', 'b', true, 'phone')
  awake.streamsEnded('bob', 'phone')
  expect(awake.guidsOf('alice')).toEqual(['a', 'b'])
  awake.streamsEnded('alice', 'laptop')
  expect(awake.guidsOf('alice')).toEqual(['b'])
  awake.streamsEnded('alice', 'phone')
  expect([awake.guidsOf('alice'), awake.isReported('alice')]).toEqual([[], true])
  awake.set('alice', 'b', false, 'phone')
  awake.set('alice', 'a', false, 'laptop')
  expect(awake.isReported('alice')).toBe(false)
  awake.set('alice', 'a', true, 'laptop')
  expect(awake.guidsOf('alice')).toEqual(['a'])
})

test('an account is remembered with a limited number of apps, the latest ones', async () => {
  const awake = await awakeOver(bus())
  for (let index = 0; index < awakeAppsPerAccount + 5; index++) awake.set('alice', `app ${index}`, true, 'token')
  const guids = awake.guidsOf('alice')
  expect(guids).toHaveLength(awakeAppsPerAccount)
  expect(guids.at(-1)).toBe(`app ${awakeAppsPerAccount + 4}`)
})
