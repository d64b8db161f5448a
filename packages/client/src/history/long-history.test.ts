import type { Push } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { inMemoryStore } from '../ground/key-value-store.ts'
import { until } from '../ground/until.ts'
import type { Session } from '../session/session.ts'
import { server, setUpPeople, signUp, started } from '../session/test-people.ts'
import { bodies, itemsOf, type Person, watched } from '../session/test-sessions.ts'
import type { Target } from './target.ts'

// Conversations far longer than a session holds, with various changes.

setUpPeople()

/** Inserts notes from a person into the database; those of `changed` were dismissed after all were created. */
async function fill(
  { account }: Person,
  from: Person,
  count: number,
  changed: { first: number; last: number },
  dismissed = 1,
): Promise<void> {
  const { iden } = account
  const start = Date.now() * 1_000 - 2 * count * 1_000
  await server.app.db.write(async (tx) => {
    await tx.run(
      `WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < $2)
       INSERT INTO push (iden, owner, active, created, modified, conversation, type, direction, dismissed, body, with_email, with_email_normalized)
       SELECT $1 || 'sj' || (1000000 + n), $1, 1, $3 + n * 1000,
         CASE WHEN n >= $6 AND n <= $7 THEN $3 + ($2 + n) * 1000 ELSE $3 + n * 1000 END, $4, 'note', 'incoming', $8, n, $5, $5
       FROM counted`,
      [iden, count, start, `email:${from.account.email}`, from.account.email, changed.first, changed.last, dismissed],
    )
    await tx.run('UPDATE box SET stamp = $2 WHERE owner = $1 AND stamp < $2', [iden, start + 2 * count * 1_000])
  })
}

const targetOf = (session: Session, { account }: Person) => session.target.find('people', account.email) as Target
const numbers = (session: Session, target: Target) => bodies(itemsOf(session, target)).map(Number)
const upTo = (last: number, count: number) => Array.from({ length: count }, (_, index) => last - count + 1 + index)

test('HIST-003 HIST-004 a conversation of 20,000 whose oldest messages changed last opens at its newest [E1]', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  await server.request('/v2/chats', { token: ann.token, body: { email: bob.account.email } })
  await fill(ann, bob, 20_000, { first: 1, last: 15_000 })
  const session = await started(ann)
  const target = targetOf(session, bob)
  await session.push.loadMore(target)
  const shown = numbers(session, target)
  expect(shown.length).toBeGreaterThanOrEqual(25)
  expect(shown).toEqual(upTo(20_000, shown.length))
  expect(session.push.history(target).get().more).toBe('more')
})

test('a jump to a date among 20,000 unread messages fetches two pages around it, and reading them is one call [H3]', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  await server.request('/v2/chats', { token: ann.token, body: { email: bob.account.email } })
  await fill(ann, bob, 20_000, { first: 0, last: 0 }, 0)
  const { calls, platform } = watched()
  const session = await started(ann, { platform })
  const target = targetOf(session, bob)
  await session.push.loadMore(target)
  const listed = await server.request(`/v2/history?conversation=email:${bob.account.email}&limit=1`, { token: ann.token })
  calls.length = 0
  const pages = () => calls.filter((call) => call.startsWith('GET /v2/history?') && !call.includes('pinned=')).length
  // They are a millisecond apart.
  expect(await session.push.showAround(target, listed.body.pushes[0].created - 12)).toBe(true)
  expect(pages()).toBe(2)
  expect(numbers(session, target)).toEqual(upTo(8_025, 50))
  await session.push.loadMore(target)
  await session.push.loadLater(target)
  expect(numbers(session, target)).toEqual(upTo(8_050, 100))
  expect(pages()).toBe(4)

  session.push.showNewest(target)
  session.readMarkers.read(target)
  const newest = numbers(session, target).length
  await until(session.push.history(target), ({ items }) => items.slice(-newest).every(({ push }) => push.dismissed))
  expect(calls.filter((call) => call.startsWith('POST'))).toEqual(['POST /v2/read_markers'])
})

test('HIST-004 HIST-005 a conversation whose newest messages changed last can be loaded to its beginning without a gap [E3]', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  await server.request('/v2/chats', { token: ann.token, body: { email: bob.account.email } })
  await fill(ann, bob, 700, { first: 300, last: 690 })
  const session = await started(ann)
  const target = targetOf(session, bob)
  for (let loads = 0; session.push.history(target).get().more !== 'none' && loads < 40; loads++) {
    await session.push.loadMore(target)
    const shown = numbers(session, target)
    expect(shown).toEqual(upTo(700, shown.length))
  }
  expect(numbers(session, target)).toHaveLength(700)
})

test('HIST-004 a conversation of which only a few changed messages arrived shows none of them above a gap [E2]', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  // There is no chat, so the bootstrap fetches none of it.
  await fill(ann, bob, 300, { first: 0, last: 0 })
  const saved = inMemoryStore()
  const first = await started(ann, { saved })
  const target = targetOf(first, bob)
  const listed = await server.request(`/v2/history?conversation=email:${bob.account.email}`, { token: ann.token })
  const old = listed.body.pushes[200]
  await server.request(`/v2/pushes/${old.iden}`, { token: ann.token, method: 'DELETE' })
  await server.app.db.write((tx) => tx.run('UPDATE push SET dismissed = 0 WHERE body = $1', ['40']))
  const undismissed = listed.body.pushes.find((push: Push) => push.body === '40')
  await server.request(`/v2/pushes/${undismissed.iden}`, { token: ann.token, body: { dismissed: true } })
  await until(first.mirror.of('pushes'), ({ entries }) => entries.has(undismissed.iden))
  expect([numbers(first, target), first.push.history(target).get().more]).toEqual([[], 'more'])
  first.close()
  const second = await started(ann, { saved })
  expect([numbers(second, target), second.push.history(target).get().more]).toEqual([[], 'more'])
  const expected = upTo(300, 300).filter((number) => number !== 100)
  for (let loads = 0; second.push.history(target).get().more !== 'none' && loads < 40; loads++) {
    await second.push.loadMore(target)
    const shown = numbers(second, target)
    expect(shown).toEqual(expected.slice(-shown.length))
  }
  expect(numbers(second, target)).toEqual(expected)
})

test('HIST-004 when two windows save a conversation and only one has loaded all of it, it does not count as complete [E3]', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  await server.request('/v2/chats', { token: ann.token, body: { email: bob.account.email } })
  await fill(ann, bob, 120, { first: 0, last: 0 })
  const saved = inMemoryStore()
  const all = await started(ann, { saved })
  const target = targetOf(all, bob)
  while (all.push.history(target).get().more !== 'none') await all.push.loadMore(target)
  const few = await started(ann, { saved })
  const news = { email: bob.account.email, body: '121' }
  await server.request('/v2/pushes', { token: ann.token, body: news })
  for (const session of [all, few]) await until(session.push.history(target), ({ items }) => items.at(-1)?.push.body === '121')
  // The window that has everything writes last, for a reason unrelated to this conversation.
  few.close()
  await server.request('/v2/pushes', { token: ann.token, body: { body: 'to me' } })
  await until(all.push.history(all.target.me), ({ items }) => items.length === 1)
  all.close()
  const next = await started(ann, { saved })
  for (let loads = 0; next.push.history(target).get().more !== 'none' && loads < 20; loads++) {
    const shown = numbers(next, target)
    expect(shown).toEqual(upTo(121, shown.length))
    await next.push.loadMore(target)
  }
  expect(numbers(next, target)).toEqual(upTo(121, 121))
})
