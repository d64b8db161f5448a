import type { Session } from '@waypost/client'
import { file } from '@waypost/client/queue/test-uploads'
import { hasty, settled, testSessions } from '@waypost/client/session/test-sessions'
import { browserOf } from '@waypost/client/storage/test-browser'
import { startTestServer, type TestServer } from '@waypost/server/test-server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { outcomeOf, uploadsOf } from './outcome.ts'

let server: TestServer
const sessions = testSessions(() => server.origin)
const { started, closeAll } = sessions

beforeEach(async () => {
  server = await startTestServer()
})
afterEach(async () => {
  closeAll()
  await server.close()
})

const send = (session: Session, body: string) =>
  [session.push.send({ body }, session.target.me)].filter((guid) => guid !== undefined)

test('what the server has taken is sent, also when it is not on screen any more', async () => {
  const session = await started(await server.signUp('ann@example.org'))
  const { me } = session.target
  expect(await outcomeOf(session, me, send(session, 'soup'), hasty(1))).toEqual({ state: 'sent' })
  expect(await outcomeOf(session, me, ['long gone'], hasty(1))).toEqual({ state: 'sent' })
})

test('what the server refuses has failed, with its reason', async () => {
  const session = await started(await server.signUp('ann@example.org'))
  const { me } = session.target
  expect(await outcomeOf(session, me, send(session, 'x'.repeat(200_000)), hasty(1))).toEqual({
    state: 'failed',
    reason: expect.stringMatching(/\w+/),
  })
})

test('without a network it is told that the push waits, and it is sent later', async () => {
  const ann = await server.signUp('ann@example.org')
  const session = await started(ann, { platform: hasty(20) })
  const { me } = session.target
  await server.stop()
  const guids = send(session, 'later')
  expect(await outcomeOf(session, me, guids, hasty(5))).toEqual({ state: 'offline' })
  await server.restart()
  expect(await outcomeOf(session, me, guids, hasty(1))).toEqual({ state: 'sent' })
})

test('a file that is still being stored is neither sent nor uploaded', async () => {
  const browser = browserOf(await server.signUp('ann@example.org'), sessions)
  const { session } = await browser.window()
  const { me } = session.target
  await expect.poll(() => browser.store.contents().texts.has('history')).toBe(true)
  const go = browser.store.pause()
  const guids = session.push.sendFiles([file('soup.txt')], me)
  const ended: string[] = []
  void outcomeOf(session, me, guids, { after: () => () => {} }).then(({ state }) => ended.push(state))
  void uploadsOf(session, me, guids).then(() => ended.push('uploaded'))
  send(session, 'meanwhile')
  await settled(session, 1)
  expect(ended).toEqual([])
  go()
  await settled(session, 2)
  await expect.poll(() => ended.toSorted()).toEqual(['sent', 'uploaded'])
})
