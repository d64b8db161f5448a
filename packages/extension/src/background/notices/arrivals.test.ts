import { inMemoryStore, type KeyValueStore, openSession } from '@waypost/client'
import { until } from '@waypost/client/ground/until'
import type { Push } from '@waypost/protocol'
import { startTestServer } from '@waypost/server/test-server'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { standInChrome } from '../../browser/test-chrome.ts'
import { readSettings, type Settings, writeSettings } from '../../settings/settings.ts'
import { followArrivals } from './arrivals.ts'
import { readTold } from './told.ts'

const server = await startTestServer()
afterAll(() => server.close())
beforeEach(standInChrome)

async function openHome(settings: Partial<Settings> = {}) {
  await writeSettings(settings)
  const name = crypto.randomUUID().slice(0, 8)
  const ann = await server.signUp(`ann-${name}@example.org`, 'Ann')
  const bob = await server.signUp(`bob-${name}@example.org`, 'Bob')
  const call = async (token: string, path: string, body: object) => {
    const answer = await server.request(path, { token, body })
    expect(answer.status).toBe(200)
    return answer.body
  }
  const device = async (nickname: string): Promise<string> =>
    (await call(ann.token, '/v2/devices', { nickname, type: 'chrome' })).iden
  const [here, phone] = [await device('Here'), await device('Phone')]
  const told: string[] = []
  const opened: string[] = []
  const over: string[] = []
  let saved = inMemoryStore()
  let quiet = false
  let opens = true
  const homes: { close(): void }[] = []
  stops.push(() => {
    for (const each of homes) each.close()
  })

  async function start(shown: readonly string[] = []) {
    const options = { origin: server.origin, token: ann.token, saved: saved as KeyValueStore, agent: 'test/1' }
    const session = openSession({ ...options, sourceDevice: () => here })
    const arrivals = followArrivals({
      session,
      device: here,
      told: readTold(here),
      settings: readSettings,
      isQuiet: async () => quiet,
      notify: async (pushes) => void told.push(...pushes.map((push) => wordsOf(push))),
      over: async (iden) => void over.push(iden),
      shown: async () => shown,
      async open(url) {
        if (opens) opened.push(url)
        return opens
      },
    })
    const home = {
      session,
      look: arrivals.lookIfHeld,
      close() {
        arrivals.close()
        session.close()
      },
    }
    homes.push(home)
    await session.start()
    await until(session.$connection, (connection) => connection === 'connected')
    await session.mirror.catchUp()
    return home
  }

  /** Waits until a final message has been notified: by then all earlier ones have been too. */
  async function settled(): Promise<void> {
    const body = `last ${crypto.randomUUID()}`
    await call(ann.token, '/v2/pushes', { type: 'note', body, source_device_iden: phone, device_iden: here })
    await expect.poll(() => told.includes(body)).toBe(true)
    told.splice(told.indexOf(body), 1)
  }

  return {
    here,
    phone,
    ann,
    bob,
    told,
    opened,
    over,
    start,
    settled,
    loseSaved() {
      saved = inMemoryStore()
    },
    setQuiet(on: boolean) {
      quiet = on
    },
    setOpens(on: boolean) {
      opens = on
    },
    byMe: (push: object): Promise<Push> => call(ann.token, '/v2/pushes', { type: 'note', source_device_iden: phone, ...push }),
    byBob: (push: object): Promise<Push> => call(bob.token, '/v2/pushes', { type: 'note', email: ann.account.email, ...push }),
    change: (iden: string, change: object) => call(ann.token, `/v2/pushes/${iden}`, change),
    pushes: async (): Promise<Push[]> => (await server.request('/v2/pushes', { token: ann.token })).body.pushes,
  }
}

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

const wordsOf = ({ body, title, url }: Push): string => body ?? title ?? url ?? ''

test('what is there at the sign-in is no news, and everything after it is told of once, also across restarts', async () => {
  const home = await openHome()
  await home.byBob({ body: 'before' })
  const first = await home.start()
  await home.byBob({ body: 'one' })
  await home.byMe({ body: 'two' })
  await expect.poll(() => home.told).toEqual(['one', 'two'])
  first.close()
  await home.byBob({ body: 'while it was closed' })
  const second = await home.start()
  await expect.poll(() => home.told).toEqual(['one', 'two', 'while it was closed'])
  second.close()
  await home.start()
  await home.settled()
  expect(home.told).toEqual(['one', 'two', 'while it was closed'])
})

test('what was missed is told of also if everything that the session had saved is lost', async () => {
  const home = await openHome()
  const first = await home.start()
  await home.byBob({ body: 'one' })
  await expect.poll(() => home.told).toEqual(['one'])
  first.close()
  home.loseSaved()
  await home.byBob({ body: 'two' })
  await home.start()
  await expect.poll(() => home.told).toEqual(['one', 'two'])
})

test('what was dismissed while the browser was closed is not told of, and its notification closes', async () => {
  const home = await openHome()
  const first = await home.start()
  const shown = await home.byBob({ body: 'shown' })
  await expect.poll(() => home.told).toEqual(['shown'])
  first.close()
  await home.byBob({ body: 'seen elsewhere' })
  const all = await home.pushes()
  for (const { iden } of all) await home.change(iden, { dismissed: true })
  const own = all.find(({ body }) => body === 'shown')?.iden ?? shown.iden
  await home.start([own])
  await expect.poll(() => home.over).toContain(own)
  await home.settled()
  expect(home.told).toEqual(['shown'])
})

test('while it is quiet nothing is told of, and afterwards everything that is still unread', async () => {
  const home = await openHome()
  const { look } = await home.start()
  home.setQuiet(true)
  await home.byBob({ body: 'one' })
  await home.byBob({ body: 'two' })
  await expect.poll(async () => (await home.pushes()).length).toBe(2)
  const [two] = await home.pushes()
  await home.change(two?.iden ?? '', { dismissed: true })
  home.setQuiet(false)
  await expect
    .poll(() => {
      look()
      return home.told
    })
    .toEqual(['one'])
})

test('what came while it was quiet is told of after a restart', async () => {
  const home = await openHome()
  const first = await home.start()
  home.setQuiet(true)
  await home.byBob({ body: 'one' })
  await expect.poll(() => first.session.mirror.of('pushes').get().entries.size).toBe(1)
  first.close()
  home.setQuiet(false)
  await home.start()
  await expect.poll(() => home.told).toEqual(['one'])
})

const url = (name: string) => `https://${name}.example/`
const links = { openLinksHere: true }

test('a link to this browser opens by itself once, is not notified of, and is dismissed everywhere', async () => {
  const home = await openHome(links)
  const first = await home.start()
  await home.byMe({ type: 'link', url: url('a'), device_iden: home.here })
  await expect.poll(() => home.opened).toEqual([url('a')])
  await expect.poll(async () => (await home.pushes())[0]?.dismissed).toBe(true)
  first.close()
  const second = await home.start()
  await home.settled()
  second.close()
  home.loseSaved()
  await home.start()
  await home.settled()
  expect([home.opened, home.told]).toEqual([[url('a')], []])
})

test('links that came while the browser was closed open when it starts, once', async () => {
  const home = await openHome(links)
  ;(await home.start()).close()
  await home.byMe({ type: 'link', url: url('a'), device_iden: home.here })
  await home.byMe({ type: 'link', url: url('b'), device_iden: home.here })
  const second = await home.start()
  await expect.poll(() => home.opened).toEqual([url('a'), url('b')])
  second.close()
  await home.start()
  await home.settled()
  expect([home.opened, home.told]).toEqual([[url('a'), url('b')], []])
})

test('of many links the newest few open, and the others are notified of', async () => {
  const home = await openHome({ ...links, openLinksAtOnce: 2 })
  ;(await home.start()).close()
  for (const name of ['a', 'b', 'c', 'd']) await home.byMe({ type: 'link', url: url(name), device_iden: home.here })
  const second = await home.start()
  await expect
    .poll(() => [home.opened, home.told])
    .toEqual([
      [url('c'), url('d')],
      [url('a'), url('b')],
    ])
  await home.byMe({ type: 'link', url: url('e'), device_iden: home.here })
  await expect.poll(() => home.told).toContain(url('e'))
  second.close()
  await home.start()
  await home.settled()
  expect([home.opened, home.told]).toEqual([
    [url('c'), url('d')],
    [url('a'), url('b'), url('e')],
  ])
})

test('a link that was about to open when the browser crashed is notified of: it may have opened', async () => {
  const home = await openHome(links)
  ;(await home.start()).close()
  await home.byMe({ type: 'link', url: url('a'), device_iden: home.here })
  const { iden = '' } = (await home.pushes())[0] ?? {}
  await (await readTold(home.here)).opens([iden])
  await home.start()
  await expect.poll(() => home.told).toEqual([url('a')])
  expect(home.opened).toEqual([])
})

test('a link that the browser does not open is notified of', async () => {
  const home = await openHome(links)
  await home.start()
  home.setOpens(false)
  await home.byMe({ type: 'link', url: url('a'), device_iden: home.here })
  await expect.poll(() => home.told).toEqual([url('a')])
})

test('links of chosen people open, and those of others are notified of', async () => {
  const home = await openHome()
  await home.start()
  await home.byBob({ type: 'link', url: url('a') })
  await expect.poll(() => home.told).toEqual([url('a')])
  await writeSettings({ openLinksFrom: [home.bob.account.email_normalized ?? home.bob.account.email ?? ''] })
  await home.byBob({ type: 'link', url: url('b') })
  await home.byBob({ body: 'no link' })
  await expect.poll(() => [home.opened, home.told]).toEqual([[url('b')], [url('a'), 'no link']])
})

test('while it is quiet no link opens, and afterwards it does', async () => {
  const home = await openHome(links)
  const { look, session } = await home.start()
  home.setQuiet(true)
  await home.byMe({ type: 'link', url: url('a'), device_iden: home.here })
  await expect.poll(() => session.mirror.of('pushes').get().entries.size).toBe(1)
  expect(home.opened).toEqual([])
  home.setQuiet(false)
  await expect
    .poll(() => {
      look()
      return home.opened
    })
    .toEqual([url('a')])
  expect(home.told).toEqual([])
})
