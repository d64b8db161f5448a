import { savedContract } from '@waypost/client/ground/key-value-store.contract'
import { beforeEach, expect, test } from 'vitest'
import { openSaved } from './saved.ts'
import { standInChrome } from './test-chrome.ts'

beforeEach(standInChrome)

savedContract('the storage of the extension', (room) => openSaved('a', room))

test('what is written is there after the background was stopped', async () => {
  const saved = await openSaved('a')
  saved.write('a', '1')
  saved.write('b', '2')
  saved.erase('a')
  await saved.written()
  expect((await openSaved('a')).keys('')).toEqual(['b'])
})

test('the popup sees what the background writes, and the other way around', async () => {
  const [background, popup] = await Promise.all([openSaved('a'), openSaved('a')])
  background.write('a', '1')
  popup.write('b', '2')
  await expect.poll(() => [popup.read('a'), background.read('b')]).toEqual(['1', '2'])
})

test('what another sign-in has left is removed', async () => {
  const before = await openSaved('a')
  before.write('secret', '1')
  await before.written()
  const saved = await openSaved('b')
  expect(saved.keys('')).toEqual([])
  expect((await openSaved('a')).keys('')).toEqual([])
})

test('room is counted in the bytes that the browser counts', async () => {
  const saved = await openSaved('a', 100)
  expect(() => saved.write('k', 'ü'.repeat(60))).toThrow()
  saved.write('k', 'u'.repeat(60))
  expect(() => saved.write('l', '"'.repeat(30))).toThrow()
})
