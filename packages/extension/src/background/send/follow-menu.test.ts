import { inMemoryStore } from '@waypost/client'
import { testSessions } from '@waypost/client/session/test-sessions'
import { createDevice, deleteDevice } from '@waypost/protocol'
import { startTestServer, type TestServer } from '@waypost/server/test-server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { standInChrome } from '../../browser/test-chrome.ts'
import { openRecent } from './recent.ts'

let server: TestServer
const { started, closeAll } = testSessions(() => server.origin)
beforeAll(async () => {
  server = await startTestServer()
})
afterEach(closeAll)
afterAll(() => server.close())

let shown: { id: string; title: string }[] = []
let refused: string[] = []
beforeEach(() => {
  standInChrome()
  shown = []
  refused = []
  Object.assign(chrome, {
    contextMenus: {
      async removeAll() {
        shown = []
      },
      create({ id, title }: { id: string; title: string }, done: () => void) {
        if (shown.some((item) => item.id === id)) refused.push(id)
        shown.push({ id, title })
        queueMicrotask(done)
      },
    },
  })
})

const offeredForPages = () => shown.filter(({ id, title }) => id.startsWith('page ') && title).map(({ title }) => title)

test('the menu follows devices and recent targets, and no id is ever created twice', async () => {
  const { followMenu } = await import('./follow-menu.ts')
  const ann = await server.signUp('ann@example.org')
  const session = await started(ann)
  const saved = inMemoryStore()
  const own = { origin: server.origin, token: ann.token, device: 'here' }
  const recent = openRecent({ saved })
  const stop = followMenu({ session, own }, recent)
  await expect.poll(offeredForPages).toEqual(['Me, on all devices'])

  const { iden } = await session.call(createDevice, { nickname: 'Phone', type: 'android' })
  await expect.poll(offeredForPages).toEqual(['Me, on all devices', 'Phone'])

  for (const email of ['ben@example.org', 'cleo@example.org']) {
    const target = session.target.find('people', email)
    session.push.send({ body: 'hello' }, target)
    if (target) recent.add(target)
  }
  await expect.poll(offeredForPages).toEqual(['Me, on all devices', 'cleo@example.org', 'ben@example.org', 'Phone'])
  expect(openRecent({ saved }).$recent.get()).toEqual(['people/cleo@example.org', 'people/ben@example.org'])

  await session.call(deleteDevice, { iden })
  await expect.poll(offeredForPages).toEqual(['Me, on all devices', 'cleo@example.org', 'ben@example.org'])
  stop()
  await expect.poll(() => shown).toEqual([])
  expect(refused).toEqual([])
})

test('what is saved of recent targets and cannot be read is forgotten', () => {
  const saved = inMemoryStore()
  for (const text of ['{', '{}', '[1]']) {
    saved.write('recent-targets', text)
    expect(openRecent({ saved }).$recent.get()).toEqual([])
  }
})
