import { getMe, updatePush } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { gate } from '../session/test-sessions.ts'
import { openCalls } from './call.ts'
import { openTurns } from './turns.ts'

/** Calls whose requests the test answers itself. */
function heldCalls() {
  const open: { url: string; answer(): void }[] = []
  const calls = openCalls({
    origin: 'http://localhost:1',
    token: 't',
    agent: 'test/1',
    platform: {
      fetch: (url) =>
        new Promise((resolve) => {
          const answer = () => {
            open.splice(open.indexOf(request), 1)
            resolve({ status: 200, text: async () => '{}' })
          }
          const request = { url: url.replace(/^.*pushes\//, ''), answer }
          open.push(request)
        }),
      openSocket: () => ({}) as never,
      now: () => 0,
      after: () => () => {},
      unique: () => '',
    },
  })
  return { open, calls }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

test('of any number of calls at most six are made at once, each kind in its order', async () => {
  const { open, calls } = heldCalls()
  const all = Array.from({ length: 500 }, (_, at) => calls.callRaw(updatePush, { iden: String(at), dismissed: true }))
  const order: string[] = []
  let most = 0
  while (order.length < all.length) {
    await settle()
    most = Math.max(most, open.length)
    for (const { url, answer } of [...open]) {
      order.push(url)
      answer()
    }
  }
  await Promise.all(all)
  expect(most).toBeLessThanOrEqual(6)
  expect(order).toEqual(all.map((_, at) => String(at)))
})

test('a call does not wait behind hundreds of another kind, and one of a page that closes waits for none', async () => {
  const { open, calls } = heldCalls()
  const many = Array.from({ length: 300 }, (_, at) => calls.callRaw(updatePush, { iden: String(at), dismissed: true }))
  const me = calls.callRaw(getMe, {})
  await settle()
  expect(open.length).toBeLessThanOrEqual(6)
  expect(open.some(({ url }) => url.endsWith('/v2/users/me'))).toBe(true)
  const closing = calls.callRaw(updatePush, { iden: 'closing', dismissed: true }, { keepalive: true })
  await settle()
  expect(open.some(({ url }) => url === 'closing')).toBe(true)
  for (let left = 302; left > 0; ) {
    for (const { answer } of [...open]) {
      answer()
      left--
    }
    await settle()
  }
  await Promise.all([...many, me, closing])
})

test('work that fails gives its place to the next', async () => {
  const turns = openTurns()
  const { passed, open } = gate()
  const failing = Array.from({ length: 20 }, () => turns.run('a', () => passed.then(() => Promise.reject(new Error('refused')))))
  const last = turns.run('a', async () => 'done')
  const outcomes = Promise.allSettled(failing)
  open()
  expect((await outcomes).every(({ status }) => status === 'rejected')).toBe(true)
  expect(await last).toBe('done')
})
