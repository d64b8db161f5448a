import { expect } from '@playwright/test'
import { pushForm } from '@waypost/web/words/push/form'
import { copied, copy } from '@waypost/web/words/ui/words'
import { workerQuiet } from '@waypost/web/words/worker'
import { behind, leave, lookedAway, noteWith, press, send, test } from '../../actors/web-push/reached.ts'
import { sentence } from '../../actors/words/sentence.ts'

test.skip(!process.env.WAYPOST_FULL_CHROMIUM, 'This Chromium has no push messages.')

test('a notification closes when its message is dismissed elsewhere, and its own Dismiss closes the others', async ({
  person,
  reached,
}) => {
  const [alice, bob] = [await person('alice'), await person('bob')]
  const [one, two] = [await reached(alice), await reached(alice)]
  await leave(alice, one, two)
  await send(bob, alice, 'first')
  for (const { browser } of [one, two]) await noteWith(browser, 'first')
  const { pushes } = (await alice.call('/v2/pushes')).body
  await alice.call(`/v2/pushes/${pushes[0].iden}`, { dismissed: true })
  for (const { browser } of [one, two]) await browser.desktop.until(() => browser.desktop.notes.length === 0 || undefined)
  await send(bob, alice, 'second')
  for (const { browser } of [one, two]) await noteWith(browser, 'second')
  await press(one.browser, 'second', 'Dismiss')
  await two.browser.desktop.until(() => two.browser.desktop.notes.length === 0 || undefined)
  await expect.poll(async () => (await alice.call('/v2/pushes')).body.pushes[0].dismissed).toBe(true)
})

test('what the person has swiped away stays away when another message of the conversation is dismissed elsewhere', async ({
  person,
  push,
  reached,
}) => {
  const [alice, bob, carol] = [await person('alice'), await person('bob'), await person('carol')]
  const own = await reached(alice)
  const { desktop } = own.browser
  await leave(alice, own)
  for (const text of ['one', 'two']) {
    await send(bob, alice, text)
    await noteWith(own.browser, text)
  }
  desktop.dismiss(await noteWith(own.browser, 'two'))
  await expect.poll(async () => own.browser.notifications()).toEqual([])
  const { pushes } = (await alice.call('/v2/pushes')).body
  await alice.call(`/v2/pushes/${pushes[0].iden}`, { dismissed: true })
  // The browser is notified of the first one again.
  await expect.poll(() => push.received.length).toBe(3)
  await send(carol, alice, 'three')
  await noteWith(own.browser, 'three')
  // The browser may have shown its own notification for the silent message.
  expect(desktop.notes.filter(({ title }) => title === 'Bob')).toEqual([])
})

test('after five messages in a day for which nothing is shown, a quiet notification is', async ({ person, reached }) => {
  const [alice, bob] = [await person('alice'), await person('bob')]
  const own = await reached(alice)
  const { desktop } = own.browser
  const silentUntilNow = (count: number) =>
    own.page.evaluate(async (times) => {
      const opening = indexedDB.open('waypost')
      await new Promise((resolve) => opening.addEventListener('success', resolve))
      const transaction = opening.result.transaction('texts', 'readwrite')
      transaction.objectStore('texts').put(JSON.stringify(times), 'worker.silent')
      await new Promise((resolve) => transaction.addEventListener('complete', resolve))
      opening.result.close()
    }, Array(count).fill(Date.now()))
  await silentUntilNow(4)
  await leave(alice, own)
  for (const text of ['one', 'two']) {
    await send(bob, alice, text)
    await noteWith(own.browser, text)
    const { pushes } = (await alice.call('/v2/pushes')).body
    await alice.call(`/v2/pushes/${pushes[0].iden}`, { dismissed: true })
    await desktop.until(() => !desktop.notes.some(({ body }) => body.includes(text)) || undefined)
    if (text === 'one') expect(desktop.notes).toEqual([])
  }
  await desktop.until(() => desktop.notes.find(({ title }) => title === workerQuiet.title))
})

test('a press opens the conversation in a new window where none is open, and in the window that is', async ({
  person,
  reached,
}) => {
  const [alice, bob] = [await person('alice'), await person('bob')]
  const own = await reached(alice)
  const { browser } = own
  await leave(alice, own)
  await send(bob, alice, 'Are you there?')
  const opened = browser.context.waitForEvent('page')
  await press(browser, 'Are you there?')
  const page = await opened
  await expect(page).toHaveURL(/#people\/bob@example.org$/)
  await expect(page.getByText('Are you there?').last()).toBeVisible()
  await page.getByRole('link', { name: 'Devices' }).click()
  await behind(page)
  await send(bob, alice, 'Still there?')
  const before = browser.context.pages().length
  await press(browser, 'Still there?')
  await expect(page).toHaveURL(/#people\/bob@example.org$/)
  expect(browser.context.pages()).toHaveLength(before)
})

test('Copy copies all of a text that was cut for its message, and Reply puts the caret into the field', async ({
  server,
  person,
  reached,
}) => {
  const [alice, bob] = [await person('alice'), await person('bob')]
  const own = await reached(alice)
  const { browser } = own
  // Permissions not on the list are revoked.
  const permissions = ['notifications', 'clipboard-read', 'clipboard-write']
  await browser.context.grantPermissions(permissions, { origin: server.origin })
  await leave(alice, own)
  const text = `Copied. ${'word '.repeat(300)}end`
  const phone = (await alice.call('/v2/devices', { nickname: 'Pixel', type: 'android' })).body.iden
  await alice.call('/v2/pushes', { type: 'note', body: text, source_device_iden: phone })
  const opened = browser.context.waitForEvent('page')
  await press(browser, 'Copied.', copy)
  const page = await opened
  await expect(page.getByText(copied, { exact: true }).last()).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text)
  await page.getByRole('link', { name: 'Devices' }).click()
  await behind(page)
  await send(bob, alice, 'Answer me')
  await press(browser, 'Answer me', 'Reply')
  await expect(page.getByRole('textbox', { name: sentence(pushForm.label, { name: 'Bob' }) })).toBeFocused()
})

test('a window of another page that has the focus does not keep a message back; what an account sends itself closes once it is seen', async ({
  person,
  reached,
}) => {
  const [alice, bob] = [await person('alice'), await person('bob')]
  const { browser, page } = await reached(alice)
  const other = await browser.context.newPage()
  await other.goto('/apps')
  await page.close()
  await other.bringToFront()
  await lookedAway(alice)
  await send(bob, alice, 'While you read')
  await noteWith(browser, 'While you read')
  await alice.call('/v2/pushes', { type: 'note', body: 'remember' })
  await noteWith(browser, 'remember')
  await other.goto('/#people')
  await expect(other.getByRole('link', { name: /^Bob/ })).toBeVisible()
  await other.getByRole('link', { name: /^Me/ }).click()
  await browser.desktop.until(() => !browser.desktop.notes.some(({ body }) => body.includes('remember')) || undefined)
  await noteWith(browser, 'While you read')
})
