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

let ends = 0

test('an app is looked at by nobody once the streams of its token have ended', async () => {
  const awake = await awakeOver(bus())
  awake.set('alice', 'a', true, 'laptop')
  awake.set('alice', 'b', true, 'phone')
  const end = (owner: string, token: string) => awake.streamsEnded({ owner, token, end: `end ${++ends}` })
  end('bob', 'phone')
  expect(awake.guidsOf('alice')).toEqual(['a', 'b'])
  end('alice', 'laptop')
  expect(awake.guidsOf('alice')).toEqual(['b'])
  end('alice', 'phone')
  expect([awake.guidsOf('alice'), awake.isReported('alice')]).toEqual([[], true])
  awake.set('alice', 'b', false, 'phone')
  awake.set('alice', 'a', false, 'laptop')
  expect(awake.isReported('alice')).toBe(false)
  awake.set('alice', 'a', true, 'laptop')
  expect(awake.guidsOf('alice')).toEqual(['a'])
})

test('an end after which streams of the token go on elsewhere does not count, and all others do', async () => {
  const awake = await awakeOver(bus())
  const of = (end: string, token = 'laptop') => ({ owner: 'alice', token, end })
  awake.set('alice', 'a', true, 'laptop')
  awake.streamsEnded(of('one'))
  awake.streamsContinue(of('one', 'phone'))
  expect(awake.guidsOf('alice')).toEqual([])
  awake.streamsContinue(of('one'))
  awake.streamsContinue(of('one'))
  expect(awake.guidsOf('alice')).toEqual(['a'])
  // The node that has other streams is notified of one end, and then its last one ends.
  awake.streamsEnded(of('two'))
  awake.streamsEnded(of('three'))
  awake.streamsContinue(of('two'))
  expect(awake.guidsOf('alice')).toEqual([])
  // Streams that reopen later don't change this until the app reports again.
  awake.streamsEnded(of('four'))
  awake.streamsContinue(of('four'))
  expect(awake.guidsOf('alice')).toEqual([])
  awake.set('alice', 'a', true, 'laptop')
  expect(awake.guidsOf('alice')).toEqual(['a'])
})

test('streams of a token that open and end without end are remembered to a limit', async () => {
  const awake = await awakeOver(bus())
  awake.set('alice', 'a', true, 'laptop')
  for (let count = 0; count < 1_000; count++) awake.streamsEnded({ owner: 'alice', token: 'laptop', end: `end ${count}` })
  for (let count = 100; count < 1_000; count++) awake.streamsContinue({ owner: 'alice', token: 'laptop', end: `end ${count}` })
  expect(awake.guidsOf('alice')).toEqual([])
  for (let count = 0; count < 100; count++) awake.streamsContinue({ owner: 'alice', token: 'laptop', end: `end ${count}` })
  expect(awake.guidsOf('alice')).toEqual(['a'])
})

test('an account is remembered with a limited number of apps, the latest ones', async () => {
  const awake = await awakeOver(bus())
  for (let index = 0; index < awakeAppsPerAccount + 5; index++) awake.set('alice', `app ${index}`, true, 'token')
  const guids = awake.guidsOf('alice')
  expect(guids).toHaveLength(awakeAppsPerAccount)
  expect(guids.at(-1)).toBe(`app ${awakeAppsPerAccount + 4}`)
})
