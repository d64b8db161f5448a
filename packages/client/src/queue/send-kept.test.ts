import type { Push } from '@waypost/protocol'
import { startTestServer, type TestServer } from '@waypost/server/test-server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { inMemoryStore } from '../ground/key-value-store.ts'
import { type HttpAnswer, type Platform, platform } from '../ground/platform.ts'
import { outboxPrefix } from '../ground/prefixes.ts'
import { until } from '../ground/until.ts'
import type { Session } from '../session/session.ts'
import { chatWith, gate, hasty, type Person, settled, testSessions, watched } from '../session/test-sessions.ts'
import { openKeptFiles } from '../storage/kept-files.ts'
import { largeStoreOf } from '../storage/large-store.ts'
import { keptIn } from '../storage/test-device-storage.ts'
import { largeStoreInMemory } from '../storage/test-large-store.ts'
import { openWriteBehind } from '../storage/write-behind.ts'
import { openTabChannel } from '../tabs/tab-channel.ts'
import { browserInMemory } from '../tabs/test-tabs.ts'
import { sendKept } from './send-kept.ts'
import { file } from './test-uploads.ts'

let server: TestServer
let people = 0
const { started, closeAll } = testSessions(() => server.origin)
beforeAll(async () => {
  server = await startTestServer()
})
afterEach(closeAll)
afterAll(() => server.close())
const signUp = () => server.signUp(`person-${++people}@example.org`, `Person ${people}`)

const offline: Platform = {
  ...hasty(1),
  fetch: (url, request) =>
    /\/(pushes|start-upload)$/.test(url) && request.method === 'POST'
      ? Promise.reject(new TypeError('no network'))
      : platform.fetch(url, request),
}

async function leftBy(person: Person, files: number, write: (session: Session) => void) {
  const store = largeStoreInMemory()
  const saved = inMemoryStore()
  const browser = browserInMemory()
  const window = browser.window()
  const open = (tabs = browser.window().tabs, on: Platform = platform) =>
    started(person, { saved, tabs, platform: on, ...keptIn(store, tabs) })
  const first = await open(window.tabs, offline)
  write(first)
  const keys = () => [...store.contents().texts.keys()].filter((key) => key.startsWith(outboxPrefix))
  // Everything is stored once local storage holds none of it and the files are kept.
  await expect.poll(() => [saved.keys(outboxPrefix).length, store.contents().files.size]).toEqual([0, files])
  first.close()
  window.close()
  /** Does the work of a service worker. */
  async function send(
    on: Platform = platform,
    tabs = browser.window().tabs,
    onRead = () => Promise.resolve(),
  ): Promise<'done' | 'again'> {
    const own = largeStoreOf(store, person.account.iden)
    const texts = openWriteBehind({ store: own, prefix: outboxPrefix, platform: on })
    await texts.refresh()
    try {
      const { iden: account } = person.account
      const { origin } = server
      const kept = openKeptFiles(own)
      const files = { ...kept, read: (guid: string) => kept.read(guid).then((found) => onRead().then(() => found)) }
      return await sendKept({ origin, token: person.token, account, agent: 'test/1', saved: texts, files, platform: on, tabs })
    } finally {
      texts.close()
    }
  }
  return { store, saved, browser, open, send, keys }
}

async function pushesOf({ token }: Person): Promise<Push[]> {
  const { body } = await server.request('/v2/pushes?limit=100', { token })
  return (body.pushes as Push[]).filter(({ active }) => active).reverse()
}

const named = (pushes: readonly Push[]) => pushes.map(({ body, file_name }) => body ?? file_name)

/** A network that drops connections after the server has handled some requests. */
function cutting(isCut: (call: string) => boolean): Platform {
  return watched(async (call, send): Promise<HttpAnswer> => {
    const answer = await send()
    if (!isCut(call)) return answer
    await answer.text()
    throw new TypeError('The connection was cut.')
  }).platform
}

test('PUSH-019 PUSH-012 waiting messages are sent without a window, in order, each once, files with their bytes; a second run sends nothing [F3] [G5]', async () => {
  const ann = await signUp()
  const bob = await signUp()
  const files = [file('one.txt', 3_000), file('two.bin', 2_000, '')]
  const left = await leftBy(ann, 2, (session) => {
    for (let index = 0; index < 8; index++) session.push.send({ body: `note ${index}` }, session.target.me)
    session.push.sendFiles(files, session.target.me)
  })
  expect(left.keys()).toHaveLength(10)
  expect([...left.store.contents().files.keys()]).toHaveLength(2)
  const { calls, platform: watching } = watched()
  expect(await left.send(watching)).toBe('done')
  const pushes = await pushesOf(ann)
  expect(named(pushes)).toEqual([...Array.from({ length: 8 }, (_, index) => `note ${index}`), 'one.txt', 'two.bin'])
  for (const [index, { file_url }] of pushes.slice(8).entries()) {
    const found = new Uint8Array(await (await fetch(file_url ?? '')).arrayBuffer())
    expect(found).toEqual(files[index]?.slice(0, 3_000))
  }
  expect(left.keys()).toEqual([])
  expect(left.store.contents().files.size).toBe(0)
  const before = calls.length
  expect(await left.send(watching)).toBe('done')
  expect(calls).toHaveLength(before)
  const next = await left.open()
  await settled(next, 10)
  expect(await pushesOf(ann)).toHaveLength(10)
  expect(await pushesOf(bob)).toEqual([])
})

test('PUSH-019 a response that was lost leads to no second push, and what follows waits for the retry [F6]', async () => {
  const ann = await signUp()
  const left = await leftBy(ann, 0, (session) => {
    for (const body of ['one', 'two', 'three']) session.push.send({ body }, session.target.me)
  })
  let cuts = 0
  const cut = cutting((call) => call === 'POST /v2/pushes' && ++cuts === 2)
  expect(await left.send(cut)).toBe('again')
  expect(named(await pushesOf(ann))).toEqual(['one', 'two'])
  expect(left.keys()).toHaveLength(2)
  expect(await left.send(cut)).toBe('done')
  expect(named(await pushesOf(ann))).toEqual(['one', 'two', 'three'])
})

test('PUSH-026 an upload that was interrupted goes on where it was, in the next run or in a window', async () => {
  const ann = await signUp()
  const size = 11_000_000
  for (const goesOn of ['worker', 'window'] as const) {
    const wanted = file(`${goesOn}.bin`, size, 'application/x-none')
    const left = await leftBy(ann, 1, (session) => session.push.sendFiles([wanted], session.target.me))
    const pieces: string[] = []
    const counting = (most: number): Platform => ({
      ...platform,
      send(url, bytes, onSent) {
        if (pieces.length >= most) return { answer: Promise.reject(new TypeError('cut')), stop() {} }
        pieces.push(url.replace(/.*\//, ''))
        return (platform.send as NonNullable<Platform['send']>)(url, bytes, onSent)
      },
      fetch: (url, request) => (pieces.length >= most ? Promise.reject(new TypeError('cut')) : platform.fetch(url, request)),
    })
    expect(await left.send(counting(1))).toBe('again')
    if (goesOn === 'worker') expect(await left.send(counting(9))).toBe('done')
    else await settled(await left.open(browserInMemory().window().tabs, counting(9)), 2)
    expect(new Set(pieces).size).toBe(pieces.length)
    const sent = (await pushesOf(ann)).find(({ file_name }) => file_name === wanted.name)
    const found = new Uint8Array(await (await fetch(sent?.file_url ?? '')).arrayBuffer())
    expect(Buffer.compare(found, wanted.slice(0, size) as Uint8Array)).toBe(0)
  }
})

test('PUSH-024 what the server refuses keeps its reason for the next window, and does not hold up the rest', async () => {
  const ann = await signUp()
  const left = await leftBy(ann, 0, (session) => {
    session.push.send({ body: 'fine' }, session.target.me)
    session.push.send({ body: 'x'.repeat(300_000) }, session.target.me)
    session.push.send({ body: 'fine too' }, session.target.me)
  })
  expect(await left.send()).toBe('done')
  expect(named(await pushesOf(ann))).toEqual(['fine', 'fine too'])
  const next = await left.open()
  const failed = await until(next.push.history(next.target.me), ({ items }) => items.some(({ state }) => state === 'failed'))
  expect(failed.items.filter(({ state }) => state === 'failed')).toMatchObject([{ error: expect.stringContaining('body') }])
  expect(failed.items).toHaveLength(3)
})

test('PUSH-021 a conversation that the server makes wait does not hold up others, and is sent later', async () => {
  const ann = await signUp()
  const bob = await signUp()
  const other = await started(ann)
  await other.chat.start(bob.account.email)
  other.close()
  const left = await leftBy(ann, 0, (session) => {
    session.push.send({ body: 'to me' }, session.target.me)
    session.push.send({ body: 'to me later' }, session.target.me)
    session.push.send({ body: 'to bob' }, chatWith(session, bob))
  })
  let refusals = 0
  const busy = watched(async (_call, send) =>
    refusals++ === 0 ? { status: 429, headers: { get: () => '60' }, text: async () => '' } : send(),
  ).platform
  expect(await left.send(busy)).toBe('again')
  expect(named(await pushesOf(ann))).toEqual(['to bob'])
  expect(await left.send(busy)).toBe('done')
  expect(named(await pushesOf(ann))).toEqual(['to bob', 'to me', 'to me later'])
})

test('PUSH-021 nothing is sent while a window leads, and a window that opens takes over [G5]', async () => {
  const ann = await signUp()
  const left = await leftBy(ann, 0, (session) => {
    for (const body of ['one', 'two', 'three']) session.push.send({ body }, session.target.me)
  })
  const window = left.browser.window()
  const release = window.tabs.hold(`waypost ${ann.account.iden}`, () => {})
  expect(await left.send(hasty(20))).toBe('again')
  expect(await pushesOf(ann)).toEqual([])
  release()

  const reached = gate()
  const going = gate()
  let posts = 0
  const slow = watched(async (call, send) => {
    if (call === 'POST /v2/pushes' && ++posts === 1) {
      reached.open()
      await going.passed
    }
    return send()
  }).platform
  const sending = left.send(slow)
  await reached.passed
  const next = left.open()
  // It has asked who leads.
  await new Promise<void>((resolve) =>
    left.browser.window().tabs.listen((message) => JSON.stringify(message).includes('hello') && resolve()),
  )
  going.open()
  expect(await sending).toBe('again')
  await settled(await next, 3)
  expect(posts).toBe(1)
  expect(named(await pushesOf(ann))).toEqual(['one', 'two', 'three'])
})

test('PUSH-026 a window that opens while a file is read takes over before its upload begins [G5]', async () => {
  const ann = await signUp()
  const left = await leftBy(ann, 1, (session) => session.push.sendFiles([file('a.txt')], session.target.me))
  const { calls, platform: watching } = watched()
  const outcome = await left.send(watching, undefined, async () => {
    const channel = openTabChannel(left.browser.window().tabs)
    channel.join(ann.account.iden)
    channel.send({ kind: 'hello' })
    await new Promise<void>((resolve) => void platform.after(0, resolve))
  })
  expect(outcome).toBe('again')
  expect(calls).toEqual([])
  await settled(await left.open(), 1)
})

test('PUSH-020 posts to channels, files that were not kept and what another account left stay where they are', async () => {
  const ann = await signUp()
  const other = await started(ann)
  await other.channel.create({ tag: `tag${people}`, name: 'News' })
  other.close()
  const left = await leftBy(ann, 1, (session) => {
    const channel = session.target.find('following', `tag${people}`)
    session.push.send({ body: 'a post' }, channel)
    session.push.sendFiles([file('lost.txt')], session.target.me)
    session.push.send({ body: 'a note' }, session.target.me)
  })
  await left.store.transact(async ({ fileKeys, eraseFile, readText, writeText }) => {
    for (const key of await fileKeys()) eraseFile(key)
    const [first] = left.keys()
    const text = JSON.parse((await readText(first as string)) ?? '')
    writeText('outbox.strange', JSON.stringify({ ...text, guid: 'strange', user: 'bob', channel: undefined }))
    writeText('outbox.broken', 'no JSON')
  })
  expect(await left.send()).toBe('done')
  expect(named(await pushesOf(ann))).toEqual(['a note'])
  expect(left.keys()).toHaveLength(4)
})

test('AUTH-040 nothing is sent with a token that the server no longer accepts, and nothing is lost', async () => {
  const ann = await signUp()
  const left = await leftBy(ann, 0, (session) => session.push.send({ body: 'one' }, session.target.me))
  await server.request('/v3/delete-all-access-tokens', { token: ann.token, body: {} })
  expect(await left.send()).toBe('done')
  expect(left.keys()).toHaveLength(1)
})
