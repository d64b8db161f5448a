import { expect, test } from 'vitest'
import { holdSession, sessionsClosed } from '../browser/tabs.ts'

test('what is erased at a sign-out waits for the last session of the extension, but not for those of another sign-in', async () => {
  const [letGo, letGoToo] = [await holdSession('here'), await holdSession('here')]
  await holdSession('another')
  let isClosed = false
  const closed = sessionsClosed('here', 60_000).then(() => {
    isClosed = true
  })
  letGo()
  // If it didn't wait for the other one, it would have resolved by then.
  await sessionsClosed('nobody', 60_000)
  expect(isClosed).toBe(false)
  letGoToo()
  await closed
})

test('a page that never lets go holds nobody up', async () => {
  await holdSession('stuck')
  await sessionsClosed('stuck', 50)
})
