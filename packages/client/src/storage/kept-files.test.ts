import { expect, test } from 'vitest'
import { file } from '../queue/test-uploads.ts'
import { openKeptFiles } from './kept-files.ts'
import { largeStoreInMemory } from './test-large-store.ts'

test('PUSH-026 keeping a file says whether it is kept: without room, or if the store fails, it is not [F8]', async () => {
  const store = largeStoreInMemory(10_000)
  const files = openKeptFiles(store)
  expect(await files.keep('small', file('a.txt', 4_000))).toBe(true)
  expect(await files.keep('large', file('b.txt', 4_000))).toBe(false)
  store.fail(new Error('The connection to the database was lost.'))
  expect(await files.keep('tiny', file('c.txt', 10))).toBe(false)
  const kept = await Promise.all(['small', 'large', 'tiny', 'never'].map(files.isKept))
  expect(kept).toEqual([true, false, false, false])
  expect([...store.contents().files.keys()]).toEqual(['small'])
})

test('PUSH-026 whether a file is kept is said once that is done; one that is dropped meanwhile is not kept [F8]', async () => {
  const store = largeStoreInMemory()
  const files = openKeptFiles(store)
  const go = store.pause()
  void files.keep('kept', file('a.txt'))
  void files.keep('dropped', file('b.txt'))
  const both = Promise.all([files.isKept('kept'), files.isKept('dropped')])
  const dropping = files.drop('dropped')
  go()
  expect(await both).toEqual([true, false])
  await dropping
  expect(await files.isKept('dropped')).toBe(false)
  expect([...store.contents().files.keys()]).toEqual(['kept'])
})
