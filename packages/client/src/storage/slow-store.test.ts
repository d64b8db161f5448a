import type { Push } from '@waypost/protocol'
import { startTestServer, type TestServer } from '@waypost/server/test-server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { file } from '../queue/test-uploads.ts'
import { bodies, byHand, chatWith, gate, itemsOf, type Person, settled, testSessions, watched } from '../session/test-sessions.ts'
import type { LargeStore } from './large-store.ts'
import { type DeviceStorageDeps, openDeviceStorage } from './open.ts'
import { browserOf as browserIn, without } from './test-browser.ts'

// Cases where a browser's storage opens late, hangs, or opens in one window only.

let server: TestServer
let people = 0
const sessions = testSessions(() => server.origin)
beforeAll(async () => {
  server = await startTestServer()
})
afterEach(sessions.closeAll)
afterAll(() => server.close())
const signUp = () => server.signUp(`person-${++people}@example.org`, `Person ${people}`)
const browserOf = (person: Person) => browserIn(person, sessions)

async function pushesOf({ token }: Person): Promise<Push[]> {
  const { body } = await server.request('/v2/pushes?limit=100', { token })
  return (body.pushes as Push[]).filter(({ active }) => active).reverse()
}

test('PUSH-026 a file that waits in a storage that opens late is kept and uploaded; one that no push needs is dropped [F7] [F8]', async () => {
  const ann = await signUp()
  const browser = browserOf(ann)
  ;(await browser.window()).close()
  const away = await browser.offline()
  const [guid] = away.session.push.sendFiles([file('a.txt')], away.session.target.me)
  await expect.poll(browser.files).toEqual([guid])
  await expect.poll(() => browser.saved.keys('outbox.')).toEqual([])
  await browser.store.transact(async ({ writeFile }) => writeFile('unneeded', file('b.txt')))
  away.close()

  const go = browser.store.pause()
  // It has stopped waiting, and leads.
  const { session } = await browser.window(without(5_000))
  session.push.send({ body: 'meanwhile' }, session.target.me)
  await settled(session, 1)
  go()
  await settled(session, 2)
  expect((await pushesOf(ann)).map(({ body, guid: own }) => body ?? own)).toEqual(['meanwhile', guid])
  await expect.poll(browser.files).toEqual([])
})

test('PUSH-026 a file is shown once it is stored, however long that takes; other messages do not wait for it [F2] [F8]', async () => {
  const ann = await signUp()
  const browser = browserOf(ann)
  const { session } = await browser.window()
  await expect.poll(() => browser.store.contents().texts.has('history')).toBe(true)
  const go = browser.store.pause()
  const [guid = ''] = session.push.sendFiles([file('a.txt')], session.target.me)
  let isShown = false
  const shown = session.push.shown([guid]).then(() => {
    isShown = true
  })
  session.push.send({ body: 'meanwhile' }, session.target.me)
  await settled(session, 1)
  expect(bodies(itemsOf(session))).toEqual(['meanwhile'])
  expect([isShown, session.push.$storing.get()]).toEqual([false, [{ guid, name: 'a.txt', conversation: 'self' }]])
  go()
  await shown
  expect(itemsOf(session).map(({ key }) => key)).toContain(guid)
  expect(session.push.$storing.get()).toEqual([])
  await settled(session, 2)
})

test('SYNC-012 a window that becomes the leader while the storage hangs sends all the same [F7] [G2]', async () => {
  const ann = await signUp()
  const browser = browserOf(ann)
  const first = await browser.window()
  const { session } = await browser.window(without(5_000))
  await expect.poll(() => browser.store.contents().texts.has('history')).toBe(true)
  await session.mirror.catchUp()
  browser.store.pause()
  first.close()
  session.push.send({ body: 'after all' }, session.target.me)
  await settled(session, 1)
  expect((await pushesOf(ann)).map(({ body }) => body)).toEqual(['after all'])
})

for (const kind of ['does not open', 'opens late']) {
  test(`PUSH-019 PUSH-026 where the storage of one window ${kind}, another window takes nothing away from it [G1]`, async () => {
    const ann = await signUp()
    const browser = browserOf(ann)
    const code = gate()
    let isOff = true
    const { calls, platform } = watched((call, send) =>
      isOff && /POST .*(v2\/pushes|start-upload)$/.test(call) ? Promise.reject(new TypeError('no network')) : send(),
    )
    const { session } = await browser.window(without(5_000, platform), async (deps) => {
      if (kind === 'does not open') throw new Error('The code could not be fetched.')
      await code.passed
      return openDeviceStorage(browser.store, undefined, deps)
    })
    session.push.send({ body: 'text' }, session.target.me)
    session.push.sendFiles([file('a.txt')], session.target.me)
    const discarded = session.push.send({ body: 'discarded' }, session.target.me)
    expect(browser.saved.keys('outbox.')).toHaveLength(3)
    const other = await browser.window()
    await expect.poll(() => [browser.waiting().length, browser.saved.keys('outbox.').length]).toEqual([3, 0])
    session.push.discard(discarded as string)
    await expect.poll(() => browser.waiting().length).toBe(2)

    isOff = false
    session.wake()
    await settled(session, 2)
    await settled(other.session, 2)
    expect((await pushesOf(ann)).map(({ body, file_name }) => body ?? file_name)).toEqual(['text', 'a.txt'])
    expect(calls.filter((call) => /cancel|abort/.test(call))).toEqual([])
    await expect
      .poll(() => [browser.waiting(), browser.saved.keys('outbox.'), browser.saved.keys('erased.')])
      .toEqual([[], [], []])
    code.open()
    session.push.send({ body: 'later' }, session.target.me)
    await settled(session, 3)
    await settled(other.session, 3)
  })
}

test('SYNC-007 a window that stays open when another account signs in takes nothing away from it where its storage hangs [D6]', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  const browser = browserOf(ann)
  const long = byHand(5_000)
  const hanging: LargeStore = { ...browser.store, transact: () => new Promise(() => {}) }
  await browser.window(long.platform, (deps, channel) => openDeviceStorage(hanging, channel, deps))
  let isOff = true
  const { platform } = watched((call, send) =>
    isOff && call === 'POST /v2/pushes' ? Promise.reject(new TypeError('no network')) : send(),
  )
  const { session } = await browser.window(platform, undefined, bob)
  session.push.send({ body: 'mine' }, session.target.me)
  await expect.poll(() => [browser.waiting().length, browser.saved.keys('outbox.').length]).toEqual([1, 0])
  long.pass()
  expect(browser.saved.keys('erased.')).toEqual([])
  isOff = false
  session.wake()
  await settled(session, 1)
  expect((await pushesOf(bob)).map(({ body }) => body)).toEqual(['mine'])
})

function opensLate(store: LargeStore) {
  const code = gate()
  const opened = Promise.withResolvers<unknown>()
  return {
    code,
    opened: opened.promise,
    async open(deps: DeviceStorageDeps) {
      await code.passed
      const storage = openDeviceStorage(store, undefined, deps)
      storage.opened.then(opened.resolve, ({ message }) => opened.resolve(message))
      return storage
    },
  }
}

test('AUTH-039 a session that was closed before the code of its storage or the database is there writes nothing [D6]', async () => {
  for (const late of ['code', 'database']) {
    const browser = browserOf(await signUp())
    const { code, opened, open } = opensLate(browser.store)
    const go = browser.store.pause()
    if (late === 'database') code.open()
    const { session, close } = await browser.window(without(5_000), open)
    close()
    session.erase()
    code.open()
    go()
    expect(await opened).toBe('It is over.')
    expect([...browser.store.contents().texts]).toEqual([])
    expect(browser.saved.keys('')).toEqual([])
  }
})

test('AUTH-039 a session that is closed while its storage opens writes no history [D6]', async () => {
  const browser = browserOf(await signUp())
  let transactions = 0
  const { code, opened, open } = opensLate({
    ...browser.store,
    transact(work) {
      // The first transaction claims the store for the account.
      if (++transactions === 2) window.close()
      return browser.store.transact(work)
    },
  })
  const window = await browser.window(without(5_000), open)
  code.open()
  expect(await opened).toBeUndefined()
  expect([...browser.store.contents().texts.keys()]).toEqual(['owner'])
})

test('AUTH-039 a session that is erased leaves nothing in local storage, also of the outbox in a lost database [D6]', async () => {
  const browser = browserOf(await signUp())
  ;(await browser.window()).close()
  const { session, close } = await browser.offline()
  for (const body of ['one', 'two']) session.push.send({ body }, session.target.me)
  await expect.poll(() => [browser.waiting().length, browser.saved.keys('outbox.').length]).toEqual([2, 0])
  browser.store.fail(new Error('It is deleted.'))
  close()
  session.erase()
  expect(browser.saved.keys('')).toEqual([])
})

test('HIST-004 the snapshot does not wait longer than a minute for a history that does not open, which is erased once it does [D5]', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  const write = (body: string) =>
    server.request('/v2/pushes', { token: ann.token, body: { type: 'note', body, email: bob.account.email } })
  const notes = Array.from({ length: 60 }, (_, index) => `note ${index}`)
  for (const body of notes) await write(body)
  const browser = browserOf(ann)
  const first = await browser.window()
  const all = async () => {
    const target = chatWith(session, bob)
    while (session.push.history(target).get().more === 'more') await session.push.loadMore(target)
    return bodies(itemsOf(session, target))
  }
  let { session } = first
  expect(await all()).toEqual(notes)
  const keeps = (count: number) => expect.poll(() => browser.store.contents().pushes.size).toBe(count)
  const saves = () => expect.poll(() => Number(browser.saved.read('baseline'))).toBe(session.mirror.$baseline.get())
  await keeps(60)
  await saves()
  first.close()

  const go = browser.store.pause()
  const minute = byHand(60_000)
  session = (await browser.window(minute.platform)).session
  minute.pass()
  await write('missed')
  await expect.poll(() => bodies(itemsOf(session, chatWith(session, bob))).at(-1)).toBe('missed')
  await saves()
  go()
  await keeps(0)
  expect([...browser.store.contents().texts.keys()]).toEqual(['owner'])
  expect(await all()).toEqual([...notes, 'missed'])
})
