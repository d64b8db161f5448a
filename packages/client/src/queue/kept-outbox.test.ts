import { type Push, pieceBytes } from '@waypost/protocol'
import { startTestServer, type TestServer } from '@waypost/server/test-server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Platform, platform } from '../ground/platform.ts'
import { bodies, gate, itemsOf, type Person, settled, testSessions, watched } from '../session/test-sessions.ts'
import { browserOf as browserIn, without } from '../storage/test-browser.ts'
import { keptIn } from '../storage/test-device-storage.ts'
import { file, itemOf, untilItem, withPieces } from './test-uploads.ts'

// Queued files and pushes outlive their window.

let server: TestServer
let people = 0
const sessions = testSessions(() => server.origin)
const { started, open, closeAll } = sessions
beforeAll(async () => {
  server = await startTestServer()
})
afterEach(closeAll)
afterAll(() => server.close())
const signUp = () => server.signUp(`person-${++people}@example.org`, `Person ${people}`)

const browserOf = (person: Person) => browserIn(person, sessions)

const never = () => withPieces(() => gate().passed as never)

async function pushesOf({ token }: Person): Promise<Push[]> {
  const { body } = await server.request('/v2/pushes?limit=100', { token })
  return (body.pushes as Push[]).filter(({ active }) => active).reverse()
}

async function bytesOf(push: Push | undefined): Promise<Buffer> {
  return Buffer.from(await (await fetch(push?.file_url ?? '')).arrayBuffer())
}

test('PUSH-026 a file that waits is uploaded by the next window, only its missing pieces, and is then no longer kept [F8]', async () => {
  const ann = await signUp()
  const browser = browserOf(ann)
  const big = file('big.bin', 2 * pieceBytes)
  const first = await browser.window(
    withPieces(async (piece, send) => {
      if (piece === 2) await gate().passed
      return send()
    }),
  )
  const [guid] = first.session.push.sendFiles([big], first.session.target.me)
  await untilItem(first.session, guid, (now) => now?.progress === 0.5)
  await expect.poll(browser.files).toEqual([guid])
  first.close()

  const pieces: number[] = []
  const second = await browser.window(
    withPieces((piece, send) => {
      pieces.push(piece)
      return send()
    }),
  )
  await settled(second.session, 1)
  expect(pieces).toEqual([2])
  const [push] = await pushesOf(ann)
  expect(push?.guid).toBe(guid)
  expect((await bytesOf(push)).equals(big.slice(0, big.size) as Uint8Array)).toBe(true)
  await expect.poll(browser.files).toEqual([])
})

test('PUSH-026 an open window takes over the file of one that closes, and one window only [G2]', async () => {
  const ann = await signUp()
  const browser = browserOf(ann)
  const first = await browser.window(never())
  const starts: string[] = []
  const watching = () =>
    watched((call, send) => {
      starts.push(call)
      return send()
    }).platform
  const [second, third] = [await browser.window(watching()), await browser.window(watching())]
  const [guid] = first.session.push.sendFiles([file('a.txt')], first.session.target.me)
  await untilItem(second.session, guid, (now) => now?.uploading === true)
  await expect.poll(browser.files).toEqual([guid])
  starts.length = 0
  first.close()
  await settled(second.session, 1)
  await settled(third.session, 1)
  expect(starts.filter((call) => call === 'POST /v3/finish-upload')).toHaveLength(1)
  expect(await pushesOf(ann)).toHaveLength(1)
})

test('PUSH-026 PUSH-028 a file without room, or one that was discarded, is not kept: the next window says that it is lost [F8]', async () => {
  const ann = await signUp()
  const browser = browserOf(ann)
  const first = await browser.window(never())
  const huge = { ...file('huge.bin', 10), size: 600_000_000 }
  const [kept, lost] = first.session.push.sendFiles([file('kept.txt'), huge], first.session.target.me)
  await expect.poll(browser.files).toEqual([kept])
  first.close()
  const second = await browser.window(never())
  await untilItem(second.session, lost, (now) => now?.lost === true)
  await untilItem(second.session, kept, (now) => now?.uploading === true)
  expect(itemOf(second.session, kept)).not.toHaveProperty('lost')
  second.session.push.discard(kept as string)
  await expect.poll(browser.files).toEqual([])
})

test('PUSH-019 ten pushes that were written without a network, two with files, arrive once each from the next window [F3] [F6]', async () => {
  const ann = await signUp()
  const browser = browserOf(ann)
  ;(await browser.window()).close()
  const away = await browser.offline()
  const files = [file('one.txt', 3_000), file('two.bin', 0, '')]
  for (let index = 0; index < 8; index++) away.session.push.send({ body: `note ${index}` }, away.session.target.me)
  away.session.push.sendFiles(files, away.session.target.me)
  await expect.poll(() => browser.files().length).toBe(2)
  away.close()
  expect(browser.saved.keys('outbox.')).toEqual([])
  const back = await browser.window()
  await settled(back.session, 10)
  const pushes = await pushesOf(ann)
  expect(pushes.map(({ body, file_name }) => body ?? file_name)).toEqual([
    ...Array.from({ length: 8 }, (_, index) => `note ${index}`),
    'one.txt',
    'two.bin',
  ])
  for (const [index, wanted] of files.entries())
    expect((await bytesOf(pushes[8 + index])).equals(wanted.slice(0, wanted.size) as Uint8Array)).toBe(true)
  await expect.poll(browser.files).toEqual([])
})

test('PUSH-021 messages written before the storage has opened come after the stored ones, even if the clock was set back [F4] [F7]', async () => {
  const ann = await signUp()
  const browser = browserOf(ann)
  ;(await browser.window()).close()
  const away = await browser.offline()
  for (const body of ['one', 'two']) away.session.push.send({ body }, away.session.target.me)
  await expect.poll(() => browser.saved.keys('outbox.')).toEqual([])
  away.close()

  const go = browser.store.pause()
  const { calls, platform: watching } = watched()
  const earlier: Platform = { ...watching, now: () => platform.now() - 86_400_000 }
  const back = await browser.window(earlier)
  expect(itemsOf(back.session)).toEqual([])
  for (const body of ['three', 'four']) back.session.push.send({ body }, back.session.target.me)
  expect(bodies(itemsOf(back.session))).toEqual(['three', 'four'])
  expect(calls).not.toContain('POST /v2/pushes')
  go()
  await settled(back.session, 4)
  expect(bodies(await pushesOf(ann).then((pushes) => pushes.map((push) => ({ push }) as never)))).toEqual([
    'one',
    'two',
    'three',
    'four',
  ])
})

test('SYNC-012 where the large store does not work, or does not open in time, everything is sent from local storage', async () => {
  const ann = await signUp()
  const broken = browserOf(ann)
  broken.store.fail(new Error('no database'))
  const first = await broken.window()
  first.session.push.send({ body: 'one' }, first.session.target.me)
  await settled(first.session, 1)
  expect(broken.saved.keys('outbox.')).toEqual([])
  expect(broken.saved.keys('erased.')).toEqual([])
  first.close()

  const stuck = browserOf(ann)
  const go = stuck.store.pause()
  const second = await stuck.window(without(5_000))
  second.session.push.send({ body: 'two' }, second.session.target.me)
  await settled(second.session, 2)
  go()
})

test('PUSH-019 what an earlier version left in local storage is sent once, and another account gets nothing of it', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  const browser = browserOf(ann)
  ;(await browser.window()).close()
  // This one does not know the large store.
  const older = open(ann, {
    account: ann.account,
    saved: browser.saved,
    platform: { ...platform, fetch: () => Promise.reject(new TypeError('no network')) },
  })
  await older.start()
  for (const body of ['one', 'two']) older.push.send({ body }, older.target.me)
  expect(browser.saved.keys('outbox.')).toHaveLength(2)
  older.close()
  const next = await browser.window()
  await settled(next.session, 2)
  expect(browser.saved.keys('outbox.')).toEqual([])
  next.close()
  expect((await pushesOf(ann)).map(({ body }) => body)).toEqual(['one', 'two'])

  const away = await browser.offline()
  away.session.push.send({ body: 'secret' }, away.session.target.me)
  away.session.push.sendFiles([file('secret.txt')], away.session.target.me)
  await expect.poll(() => [browser.files().length, browser.saved.keys('outbox.').length]).toEqual([1, 0])
  away.close()
  const bobs = await started(bob, { saved: browser.saved, ...keptIn(browser.store) })
  await expect.poll(() => [...browser.store.contents().texts.keys()].filter((key) => key.startsWith('outbox.'))).toEqual([])
  expect(browser.files()).toEqual([])
  expect(itemsOf(bobs)).toEqual([])
  expect(await pushesOf(bob)).toEqual([])
})
