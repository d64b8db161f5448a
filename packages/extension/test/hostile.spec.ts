// What a hostile server can do to a browser with the extension.

import { memoryOfBackground } from './background-memory.ts'
import { type ExtensionBrowser, eachBrowser, expect, type Person, test } from './harness.ts'
import { type Hostile, openHostile, script } from './hostile-server.ts'
import { patience, signInBy, type Tab, until } from './stage.ts'
import { noteWith, replyTo } from './told.ts'

test.describe.configure({ timeout: 4 * patience })

/** The most memory the background may use, whatever a server sends, in bytes. */
const mostBytes = 80_000_000

const addresses = {
  'https://one.example/': 'javascript:void(document.documentElement.dataset.ran=1)//',
  'https://two.example/': 'data:text/html,<script>document.title=1</script>',
  'https://three.example/': 'file:///etc/passwd',
}

async function against(behind: string, work: (hostile: Hostile) => Promise<void>): Promise<void> {
  const hostile = await openHostile(behind)
  try {
    await work(hostile)
  } finally {
    await hostile.close()
  }
}

const nothingRan = async (page: Tab) =>
  expect(
    await page.evaluate(
      () => ({
        ran: 'ran' in document.documentElement.dataset,
        parsed: document.querySelectorAll('[onerror], script:not([src]), a[href]:not([href^="http"], [href^="#"])').length,
      }),
      undefined,
    ),
  ).toEqual({ ran: false, parsed: 0 })

eachBrowser(
  'script and addresses of a hostile server run nowhere in the extension, and open nothing but pages of that server',
  async ({ server, person, extension, kind }) => {
    await against(server.origin, async (hostile) => {
      const [ann, bob] = [await person('ann'), await person('bob')]
      await bob.call('/v2/users/me', { name: script.slice(0, 90) })
      const hostileAddresses = Object.entries(addresses)
      hostile.ways.rewrite = (text) =>
        hostileAddresses.reduce((said, [from, to]) => said.replaceAll(from, to.replaceAll('"', '\\"')), text)
      const settings = { openLinksHere: true, openLinksFrom: [bob.email] }
      await extension.run((own) => chrome.storage.local.set({ settings: own }), settings)
      const device = await signInBy({ kind, run: extension.run }, ann, hostile.origin)
      await bob.call('/v2/pushes', { type: 'note', title: script, body: 'the first of them', email: ann.email })
      const reply = await replyTo(extension, 'the first of them')
      await nothingRan(reply)
      await reply.close()
      const before = await extension.addresses()
      for (const url of Object.keys(addresses)) {
        await bob.call('/v2/pushes', { type: 'link', title: script, url, body: `theirs ${url.slice(8, 12)}`, email: ann.email })
        await ann.call('/v2/pushes', { type: 'link', title: script, url, body: `mine ${url.slice(8, 12)}`, device_iden: device })
      }
      await bob.call('/v2/pushes', { type: 'note', title: script, body: 'the last of them', email: ann.email })
      const sum = await noteWith(extension, 'more notifications')
      extension.desktop.dismiss(sum)
      for (const note of [...extension.desktop.notes]) extension.desktop.press(note, 'default')
      for (const file of ['popup.html', 'options.html']) {
        const page = await extension.open(file)
        await page.sees(file === 'popup.html' ? '<img src=x' : ann.email)
        await nothingRan(page)
        await page.close()
      }
      // Clicks may only lead to this server's web client and to replies.
      const opened = (await extension.addresses()).filter((address) => !before.includes(address))
      const fine = [`${hostile.origin}/`, extension.base, 'about:blank']
      expect(opened.filter((address) => !fine.some((start) => address.startsWith(start)))).toEqual([])
    })
  },
)

/** The person carries on with a server that isn't hostile. */
async function goesOn(extension: ExtensionBrowser, kind: 'chromium' | 'firefox', [ann, bob]: [Person, Person], origin: string) {
  await signInBy({ kind, run: extension.run }, ann, origin)
  await bob.call('/v2/pushes', { type: 'note', body: 'all is well', email: ann.email })
  await noteWith(extension, 'all is well')
}

async function isBounded(extension: ExtensionBrowser): Promise<void> {
  const bytes = await memoryOfBackground(extension)
  test.info().annotations.push({ type: 'memory', description: `${bytes} bytes` })
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThan(mostBytes)
}

eachBrowser(
  'of 10,000 frames a second the background soon hears none, holds its memory, and goes on with another server',
  async ({ server, person, extension, kind }) => {
    await against(server.origin, async (hostile) => {
      const people: [Person, Person] = [await person('ann'), await person('bob')]
      await signInBy({ kind, run: extension.run }, people[0], hostile.origin)
      await until(async () => hostile.seen.streams > 0)
      let tenths = 0
      for (; tenths < 100 && hostile.frames(1_000) > 0; tenths++) await new Promise((done) => setTimeout(done, 100))
      expect(tenths).toBeLessThan(100)
      await isBounded(extension)
      await goesOn(extension, kind, people, server.origin)
    })
  },
)

for (const [name, megabytes] of [
  ['answers of 100 MB', 100],
  ['answers that never end', Number.POSITIVE_INFINITY],
] as const) {
  eachBrowser(
    `${name} are cut off, the background holds its memory, and goes on with another server`,
    async ({ server, person, extension, kind }) => {
      await against(server.origin, async (hostile) => {
        const people: [Person, Person] = [await person('ann'), await person('bob')]
        const [ann] = people
        hostile.ways.megabytes = megabytes
        const { iden } = await ann.call('/v2/devices', { nickname: 'This browser', type: 'chrome', icon: 'browser' })
        const signIn = { origin: hostile.origin, token: ann.token, device: iden as string }
        await extension.run((own) => chrome.storage.local.set({ signIn: own }), signIn)
        // Each page that opens wakes the background, which retries.
        await until(async () => {
          await extension.run(() => chrome.runtime.sendMessage({ kind: 'wake' }), undefined)
          return hostile.seen.cut >= 3
        })
        expect(hostile.seen.whole).toBe(0)
        // The limit of one response, plus what a busy browser receives before the abort reaches it.
        expect(hostile.seen.most).toBeLessThan(100)
        await isBounded(extension)
        await goesOn(extension, kind, people, server.origin)
      })
    },
  )
}
