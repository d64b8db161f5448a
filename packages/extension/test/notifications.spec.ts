import { type ExtensionBrowser, eachBrowser, expect, test } from './harness.ts'
import { until } from './stage.ts'
import { buttonsOf, dismissed, noteGone, noteWith, pressNote, pushWith, replyTo } from './told.ts'

eachBrowser('a push that is dismissed elsewhere is dismissed here, and the other way around', async ({ person, extension }) => {
  const [ann, bob] = [await person('ann'), await person('bob')]
  await extension.signIn(ann)
  await bob.call('/v2/pushes', { type: 'note', body: 'Soup is ready', email: ann.email })
  await noteWith(extension, 'Soup is ready')
  const { iden } = await pushWith(ann, 'Soup is ready')
  await ann.call(`/v2/pushes/${iden}`, { dismissed: true })
  await noteGone(extension, 'Soup is ready')
  await bob.call('/v2/pushes', { type: 'note', body: 'Bread too', email: ann.email })
  extension.desktop.dismiss(await noteWith(extension, 'Bread too'))
  await dismissed(ann, 'Bread too')
  expect(extension.desktop.notes).toEqual([])
})

test('a push that is dismissed in one browser is dismissed in the other, both ways', async ({ person, openExtension }) => {
  const [ann, bob] = [await person('ann'), await person('bob')]
  const browsers = await Promise.all([openExtension('chromium'), openExtension('firefox')])
  await Promise.all(browsers.map((each) => each.signIn(ann)))
  for (const [here, there] of [browsers, browsers.toReversed()] as [ExtensionBrowser, ExtensionBrowser][]) {
    const body = `Closed in ${here.kind}`
    await bob.call('/v2/pushes', { type: 'note', body, email: ann.email })
    await noteWith(there, body)
    here.desktop.dismiss(await noteWith(here, body))
    await dismissed(ann, body)
    await noteGone(there, body)
  }
})

eachBrowser('a message is answered in a small window', async ({ person, extension }) => {
  const [ann, bob] = [await person('ann'), await person('bob')]
  await extension.signIn(ann)
  await bob.call('/v2/pushes', { type: 'note', body: 'Are you coming?', email: ann.email })
  const window = await replyTo(extension, 'Are you coming?')
  await dismissed(ann, 'Are you coming?')
  await window.fill('Reply to Bob', 'On my way')
  await window.press('Send')
  expect((await pushWith(bob, 'On my way')).sender_email).toBe(ann.email)
  await noteGone(extension, 'Are you coming?')
})

eachBrowser('a press on a link opens it and dismisses it, and nothing but the web opens', async ({ person, extension, host }) => {
  const [ann, bob] = [await person('ann'), await person('bob')]
  await extension.signIn(ann)
  const address = await host('Recipe')
  await bob.call('/v2/pushes', { type: 'link', body: 'Soup', url: `${address}soup`, email: ann.email })
  const opened = extension.opened('/soup')
  await pressNote(extension, 'Soup')
  await (await opened).sees('Recipe')
  await dismissed(ann, 'Soup')
  await bob.call('/v2/pushes', { type: 'link', body: 'Odd', url: 'javascript:alert(1)', email: ann.email })
  expect(buttonsOf(await noteWith(extension, 'Odd'))).not.toContain('Open')
})

eachBrowser('the badge counts unread conversations, and reading elsewhere clears it', async ({ person, extension }) => {
  const [ann, bob, cem] = [await person('ann'), await person('bob'), await person('cem')]
  await extension.signIn(ann)
  const badge = () => extension.run(() => chrome.action.getBadgeText({}), undefined)
  await bob.call('/v2/pushes', { type: 'note', body: 'one', email: ann.email })
  await bob.call('/v2/pushes', { type: 'note', body: 'two', email: ann.email })
  await cem.call('/v2/pushes', { type: 'note', body: 'three', email: ann.email })
  await until(async () => (await badge()) === '2')
  const { created } = await pushWith(ann, 'two')
  await ann.call('/v2/read_markers', { markers: [{ conversation: `email:${bob.email}`, read_to: created }] })
  await until(async () => (await badge()) === '1')
})

eachBrowser(
  'what came while the browser was closed is notified of once, of many the latest and a sum',
  async ({ person, extension }) => {
    const [ann, bob] = [await person('ann'), await person('bob')]
    await extension.signIn(ann)
    await extension.stop()
    for (let at = 1; at <= 9; at++) await bob.call('/v2/pushes', { type: 'note', body: `message ${at}`, email: ann.email })
    await extension.startAlone()
    await noteWith(extension, 'message 9')
    await noteWith(extension, '6 more notifications')
    // By the time the next one is notified, these have been recorded.
    await bob.call('/v2/pushes', { type: 'note', body: 'one more', email: ann.email })
    await noteWith(extension, 'one more')
    expect(extension.desktop.notes.map(({ body }) => body)).toEqual(
      expect.arrayContaining([expect.stringContaining('message 7')]),
    )
    await extension.stop()
    // A killed browser leaves its notifications on screen.
    for (const note of [...extension.desktop.notes]) extension.desktop.expire(note)
    await extension.startAlone()
    await bob.call('/v2/pushes', { type: 'note', body: 'the last', email: ann.email })
    await noteWith(extension, 'the last')
    expect(extension.desktop.notes.filter(({ body }) => body.includes('message')).length).toBe(0)
  },
)

eachBrowser('while it is quiet nothing is shown, and afterwards what is still unread', async ({ person, extension }) => {
  const [ann, bob] = [await person('ann'), await person('bob')]
  await extension.signIn(ann)
  const quiet = (on: boolean) => extension.run((on) => chrome.runtime.sendMessage({ kind: 'quiet', on }), on)
  await quiet(true)
  for (const body of ['held', 'seen elsewhere']) await bob.call('/v2/pushes', { type: 'note', body, email: ann.email })
  const badge = () => extension.run(() => chrome.action.getBadgeText({}), undefined)
  await until(async () => (await badge()) === '1')
  await ann.call(`/v2/pushes/${(await pushWith(ann, 'seen elsewhere')).iden}`, { dismissed: true })
  expect(extension.desktop.notes).toEqual([])
  await quiet(false)
  await noteWith(extension, 'held')
  await bob.call('/v2/pushes', { type: 'note', body: 'the last', email: ann.email })
  await noteWith(extension, 'the last')
  expect(extension.desktop.notes.filter(({ body }) => body.includes('seen elsewhere'))).toEqual([])
})

test('a code in a message is copied by a button in Chromium', async ({ person, openExtension }) => {
  const extension = await openExtension('chromium')
  const [ann, bob] = [await person('ann'), await person('bob')]
  await extension.signIn(ann)
  await bob.call('/v2/pushes', { type: 'note', body: 'Your code is 424242', email: ann.email })
  expect(buttonsOf(await noteWith(extension, '424242'))).toContain('Copy 424242')
  const opened = extension.opened('reply.html')
  await pressNote(extension, '424242', 'Copy 424242')
  // Without the clipboard permission, a window does the copying.
  const window = await opened
  await extension.chromium.grantPermissions(['clipboard-read'])
  await window.press('Copy 424242')
  await window.sees('Copied')
  expect(await window.evaluate(() => navigator.clipboard.readText(), undefined)).toBe('424242')
  await dismissed(ann, 'Your code is 424242')
})
