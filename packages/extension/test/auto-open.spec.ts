// Links that open automatically. The full table of cases is in src/background/notices/auto-open-rule.test.ts and arrivals.test.ts.

import { type ExtensionBrowser, eachBrowser, expect, type Person } from './harness.ts'
import { until } from './stage.ts'
import { dismissed, noteWith } from './told.ts'

const set = (extension: ExtensionBrowser, settings: object) =>
  extension.run((own) => chrome.storage.local.set({ settings: own }), settings)

const isOpen = (extension: ExtensionBrowser, url: string) =>
  until(async () => (await extension.addresses()).includes(url) || undefined)

async function phoneOf(ann: Person, device: string) {
  const { iden: source_device_iden } = await ann.call('/v2/devices', { nickname: 'Phone', type: 'android' })
  return (url: string, body: string) =>
    ann.call('/v2/pushes', { type: 'link', url, body, source_device_iden, device_iden: device })
}

eachBrowser(
  'links to this browser and of chosen people open once, up to a number at once, also after a restart, and those of others do not',
  async ({ person, extension, host }) => {
    const [ann, bob, cem] = [await person('ann'), await person('bob'), await person('cem')]
    const device = await extension.signIn(ann)
    await set(extension, { openLinksHere: true, openLinksFrom: [bob.email], openLinksAtOnce: 2 })
    const place = await host('A page')
    const here = await phoneOf(ann, device)
    const send = (from: Person, name: string) =>
      from.call('/v2/pushes', { type: 'link', url: place + name, body: name, email: ann.email })
    const openNow = async () =>
      (await extension.addresses()).filter((each) => each.startsWith(place)).map((each) => each.slice(place.length))

    await here(`${place}mine`, 'mine')
    await isOpen(extension, `${place}mine`)
    await dismissed(ann, 'mine')
    await send(cem, 'stranger')
    await noteWith(extension, 'stranger')
    expect(extension.desktop.notes.filter(({ body }) => body.includes('mine'))).toEqual([])
    expect(await openNow()).toEqual(['mine'])

    await extension.stop()
    for (const name of ['old', 'older', 'new', 'newest']) await send(bob, name)
    await extension.start()
    // They load in parallel, so either may come first.
    for (const name of ['new', 'newest']) await isOpen(extension, place + name)
    await noteWith(extension, 'older')
    await noteWith(extension, 'old')
    expect((await openNow()).sort()).toEqual(['new', 'newest'])

    await bob.call('/v2/pushes', { type: 'note', body: 'the last', email: ann.email })
    await noteWith(extension, 'the last')
    await extension.stop()
    await extension.start()
    await bob.call('/v2/pushes', { type: 'note', body: 'after all', email: ann.email })
    await noteWith(extension, 'after all')
    expect(await openNow()).toEqual([])
  },
)

eachBrowser('a link that opens by itself does so behind, or in front, as is set', async ({ person, extension, host }) => {
  const ann = await person('ann')
  const here = await phoneOf(ann, await extension.signIn(ann))
  const place = await host('A page')
  const isLastInFront = () =>
    extension.run(
      async () => (await chrome.tabs.query({})).sort((one, other) => one.index - other.index).at(-1)?.active,
      undefined,
    )
  for (const inFront of [false, true]) {
    await set(extension, { openLinksHere: true, openLinksInFront: inFront })
    await here(`${place}${inFront}`, String(inFront))
    await isOpen(extension, `${place}${inFront}`)
    expect([inFront, await isLastInFront()]).toEqual([inFront, inFront])
  }
})
