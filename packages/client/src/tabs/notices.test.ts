import { createPush } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { until } from '../ground/until.ts'
import { open, setUpPeople, signUp, started } from '../session/test-people.ts'
import { gate, watched } from '../session/test-sessions.ts'
import { browserInMemory } from './test-tabs.ts'

setUpPeople()

test('SYNC-033 what arrives before the first catch-up of a new browser is news', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  const other = await started(bob)
  const ready = gate()
  const sent = gate()
  const { platform } = watched(async (call, send) => {
    if (call.startsWith('GET /v2/everything') && filled) await sent.passed
    return send()
  })
  let filled = false
  const notified: unknown[] = []
  const session = open(ann, { platform })
  session.onNotify(({ push }) => notified.push(push.body))
  session.$state.listen((state) => {
    if (state !== 'ready') return
    filled = true
    ready.open()
  })
  const starting = session.start()
  await ready.passed
  await other.call(createPush, { body: 'early', email: ann.account.email })
  sent.open()
  await starting
  await until(session.target.$unread, (unread) => unread.get(bob.account.email) === 1)
  expect(notified).toEqual(['early'])
})

test('SYNC-033 what arrives while no window leads is notified of by the one that takes over', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  const browser = browserInMemory()
  // A window that was just closed: the browser has not passed its lock on yet.
  const leaving = browser.window()
  leaving.tabs.hold(`waypost ${ann.account.iden}`, () => {})
  const session = open(ann, { tabs: browser.window().tabs })
  const notified: unknown[] = []
  session.onNotify(({ push }) => notified.push(push.body))
  await session.start()
  const other = await started(bob)
  await other.call(createPush, { body: 'missed', email: ann.account.email })
  await session.mirror.catchUp()
  expect([session.target.$unread.get().get(bob.account.email), notified]).toEqual([1, []])
  leaving.close()
  await until(session.$connection, (connection) => connection === 'connected')
  expect(notified).toEqual(['missed'])
})
