import { atom } from 'nanostores'
import { expect, test } from 'vitest'
import { beginLater } from './begin-later.ts'

test('a part that does not arrive is fetched again at each next connection until it does, and not once it is stopped', async () => {
  const $connection = atom<'connecting' | 'connected' | 'offline'>('connected')
  const events: string[] = []
  let fails = true
  const fetchPart = async () => {
    events.push('fetch')
    if (fails) throw new TypeError('no network')
    events.push('begin')
    return () => () => void events.push('stop')
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  const changes = async (...states: ('connecting' | 'connected' | 'offline')[]) => {
    events.length = 0
    for (const state of states) {
      $connection.set(state)
      await settled()
    }
    return [...events]
  }
  const stop = beginLater({ $connection }, fetchPart)
  await settled()
  expect(events).toEqual(['fetch'])
  expect(await changes('offline', 'connecting')).toEqual([])
  expect(await changes('connected')).toEqual(['fetch'])
  fails = false
  expect(await changes('connecting', 'connected')).toEqual(['fetch', 'begin'])
  expect(await changes('offline', 'connected')).toEqual([])
  stop()
  expect(events).toEqual(['stop'])

  fails = true
  const stopEarly = beginLater({ $connection }, fetchPart)
  await settled()
  stopEarly()
  expect(await changes('offline', 'connected')).toEqual([])
})
