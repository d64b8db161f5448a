import { randomBytes } from 'node:crypto'
import { sharedBeforeSignIn, sharedFiles, shareSheet } from '@waypost/web/words/push/sharing'
import { screens, seriousFaults } from '../../actors/accessibility.ts'
import { type Actor, composer, expect, history, type Page, test } from '../../actors/actors.ts'
import {
  ageShares,
  arrived,
  hash,
  keptShares,
  pushesOf,
  type SharedFile,
  send,
  shareTo,
  sheet,
  target,
  untilKept,
} from '../../actors/app/other-apps.ts'
import { signInAs, visitAndSignIn } from '../../actors/sign-in.ts'
import { goOffline, waitingIn } from '../../actors/waiting.ts'
import { sentence } from '../../actors/words/sentence.ts'

test.use({ serviceWorkers: 'allow' })

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const files: SharedFile[] = [
  { name: 'dot.png', mimeType: 'image/png', buffer: pixel },
  { name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from('Tent\nStove\n') },
  { name: 'film.bin', mimeType: 'application/octet-stream', buffer: randomBytes(1_000_000) },
]

/** Opens a window that the service worker serves. */
async function openKept(person: Actor, address?: string): Promise<Page> {
  const page = await person.open(address)
  await untilKept(page)
  return page
}

const allOfIt = [
  { type: 'link', title: 'A place', body: 'Shall we?', url: 'https://example.org/camp' },
  ...files.map(({ name, buffer }) => ({ type: 'file', file_name: name, bytes: hash(buffer) })),
]

test('three files and a link from another app arrive at the chosen target, in order and byte for byte', async ({ actor }) => {
  const [alice, bob] = [await actor('alice'), await actor('bob')]
  await alice.call('/v2/pushes', { type: 'note', body: 'before', email: 'carol@example.org' })
  await alice.call('/v2/pushes', { type: 'note', body: 'after', email: bob.email })
  const page = await openKept(alice)
  await shareTo(page, { title: 'A place', text: 'Shall we? https://example.org/camp' }, files)
  await expect(sheet(page).getByLabel(shareSheet.title)).toHaveValue('A place')
  await expect(sheet(page).getByLabel(shareSheet.url)).toHaveValue('https://example.org/camp')
  await expect(sheet(page).getByLabel(shareSheet.message)).toHaveValue('Shall we?')
  await expect(sheet(page).getByRole('listitem')).toHaveText(['dot.png70 bytes', 'list.txt11 bytes', 'film.bin976.6 kB'])
  await expect(sheet(page).getByRole('option')).toContainText(['Me', 'Bob', 'carol@example.org'])
  expect(await pushesOf(bob)).toHaveLength(1)
  await send(page, /^Bob/)
  await expect(page).toHaveURL(/\/#people\/bob@example.org$/)
  await expect(history(page).getByText('film.bin').first()).toBeVisible()
  expect((await arrived(bob, 5)).slice(1)).toEqual(allOfIt)
  await expect.poll(() => keptShares(page)).toEqual([])
})

for (const keeps of [true, false]) {
  test(`a shared file is dropped once the browser ${keeps ? 'keeps it for its upload' : 'has uploaded it, if it cannot be kept'}`, async ({
    actor,
  }) => {
    const alice = await actor('alice')
    // The browser only reports how much room there is when asked.
    await alice.context.addInitScript(() => {
      const answered = new Promise((answer) => Object.assign(window, { answer: (quota: number) => answer({ quota, usage: 0 }) }))
      Object.assign(navigator.storage, { estimate: () => answered })
    })
    const page = await openKept(alice)
    const film = files.slice(2)
    await shareTo(page, {}, film)
    await expect(sheet(page).getByRole('listitem')).toHaveCount(1)
    await goOffline(alice.context)
    await send(page, /^Me/)
    await expect(history(page).getByText('film.bin').first()).toBeVisible()
    expect(await keptShares(page)).toEqual(['', 'film.bin'])
    await page.evaluate((quota) => (window as unknown as { answer(quota: number): void }).answer(quota), keeps ? 1e9 : 0)
    if (keeps) await expect.poll(() => keptShares(page)).toEqual([])
    expect(await waitingIn(page)).toEqual([1, keeps ? 1 : 0])
    if (!keeps) expect(await keptShares(page)).toEqual(['', 'film.bin'])
    await alice.context.setOffline(false)
    expect(await arrived(alice, 1)).toEqual(allOfIt.slice(3))
    await expect.poll(() => keptShares(page)).toEqual([])
  })
}

test('without a network the share waits as ghosts, and each part is sent once when the network is back', async ({ actor }) => {
  const alice = await actor('alice')
  const page = await openKept(alice)
  await goOffline(alice.context)
  await shareTo(page, { title: 'A place', text: 'Shall we?', url: 'https://example.org/camp' }, files)
  await expect(sheet(page).getByText(shareSheet.offline)).toBeVisible()
  await send(page, /^Me/)
  await expect(history(page).getByText('film.bin').first()).toBeVisible()
  expect(await pushesOf(alice)).toEqual([])
  await alice.context.setOffline(false)
  expect(await arrived(alice, 4)).toEqual(allOfIt)
  await expect(history(page).getByRole('article')).toHaveCount(4)
  expect(await pushesOf(alice)).toHaveLength(4)
})

test('cancel discards the share: nothing is sent, and nothing is kept', async ({ actor }) => {
  const alice = await actor('alice')
  const page = await openKept(alice)
  for (const leave of ['Cancel', 'Close'] as const) {
    await shareTo(page, { text: 'A secret' }, files)
    await expect(sheet(page).getByLabel(shareSheet.message)).toHaveValue('A secret')
    expect(await keptShares(page)).toHaveLength(4)
    await sheet(page).getByRole('button', { name: leave }).click()
    await expect(sheet(page)).toHaveCount(0)
    await expect(composer(page)).toBeVisible()
    await expect.poll(() => keptShares(page)).toEqual([])
  }
  await page.goBack()
  await expect(composer(page)).toBeVisible()
  expect(await pushesOf(alice)).toEqual([])
})

test('texts are changed and files are removed before they are sent, with the keyboard', async ({ actor }) => {
  const alice = await actor('alice')
  const page = await openKept(alice)
  await shareTo(page, { text: 'draft' }, files)
  await expect(sheet(page).getByRole('combobox')).toBeFocused()
  await sheet(page).getByLabel(shareSheet.message).fill('the final words')
  await sheet(page)
    .getByRole('button', { name: sentence(sharedFiles.remove, { name: 'list.txt' }) })
    .focus()
  await page.keyboard.press('Enter')
  await expect(sheet(page).getByRole('button', { name: sentence(sharedFiles.remove, { name: 'film.bin' }) })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(sheet(page).getByRole('button', { name: sentence(sharedFiles.remove, { name: 'dot.png' }) })).toBeFocused()
  await sheet(page).getByRole('combobox').fill('m')
  await expect(sheet(page).getByRole('option')).toHaveCount(1)
  await expect(async () => {
    if (await sheet(page).isVisible()) await page.keyboard.press('Enter')
    await expect(sheet(page)).toHaveCount(0, { timeout: 2_000 })
  }).toPass()
  const [note, file] = await arrived(alice, 2)
  expect([note, file]).toMatchObject([{ type: 'note', body: 'the final words' }, { file_name: 'dot.png' }])
})

test('a share while nobody is signed in waits for the sign-in, also for one in another window', async ({ actor }) => {
  const alice = await actor('alice')
  const page = await openKept(alice)
  const signOut = async () => {
    await page.goto('/apps')
    await page.evaluate(() => localStorage.clear())
    await page.goto('/')
  }
  await signOut()
  await shareTo(page, { text: 'Bring the tent' }, files)
  await expect(page).toHaveURL(/\/signin\?next=/)
  await expect(page.getByText(sharedBeforeSignIn.kept).last()).toBeVisible()
  await signInAs(page, alice.email)
  await expect(sheet(page).getByLabel(shareSheet.message)).toHaveValue('Bring the tent')
  await send(page, /^Me/)
  expect((await arrived(alice, 4))[0]).toMatchObject({ type: 'note', body: 'Bring the tent' })

  await signOut()
  await shareTo(page, { text: 'And the stove' })
  await expect(page).toHaveURL(/\/signin\?next=/)
  await visitAndSignIn(page, alice.email)
  await expect(sheet(page).getByLabel(shareSheet.message)).toHaveValue('And the stove')
  // It has been shown now, so it doesn't reappear by itself.
  await page.goto('/#people/me')
  await expect(composer(page)).toBeVisible()
  await page.reload()
  await expect(composer(page)).toBeVisible()
  await expect(sheet(page)).toHaveCount(0)
})

test('signing out removes kept shares, and the number on the icon', async ({ actor }) => {
  const alice = await actor('alice')
  const page = await openKept(alice)
  await shareTo(page, { text: 'A secret' }, files)
  await expect(sheet(page)).toBeVisible()
  expect(await keptShares(page)).toHaveLength(4)
  await page.goto('/#people/me')
  await page
    .getByRole('button', { name: /^Alice|Account/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  await expect.poll(() => keptShares(page)).toEqual([])
})

test('a press in the moment in which the sheet appears sends nothing', async ({ actor }) => {
  const alice = await actor('alice')
  await alice.context.addInitScript(() => {
    let pressed = 0
    new MutationObserver(() => {
      const first = document.querySelector<HTMLElement>('dialog [role=option]')
      if (!first || pressed++ > 0) return
      first.click()
      first.click()
    }).observe(document, { childList: true, subtree: true })
  })
  const page = await openKept(alice)
  await shareTo(page, { text: 'not by itself' })
  await expect(target(page, /^Me/)).toBeVisible()
  expect(await pushesOf(alice)).toEqual([])
  await send(page, /^Me/)
  expect(await arrived(alice, 1)).toMatchObject([{ body: 'not by itself' }])
})

test('before the service worker is there the page says to share again, and too much at once is refused', async ({ actor }) => {
  const alice = await actor('alice', { serviceWorkers: 'block' })
  const page = await alice.open()
  await expect(composer(page)).toBeVisible()
  await shareTo(page, { text: 'too early' }, files)
  await expect(sheet(page).getByText(shareSheet.again)).toBeVisible()
  await sheet(page).getByRole('button', { name: shareSheet.close }).last().click()
  await expect(sheet(page)).toHaveCount(0)
  expect(await pushesOf(alice)).toEqual([])
  await page.goto('/share?id=unknown#people/me')
  await expect(sheet(page).getByText(/^Nothing to share/)).toBeVisible()
  const bob = await actor('bob')
  const his = await openKept(bob)
  const many = Array.from({ length: 101 }, (_, index) => ({
    name: `${index}.txt`,
    mimeType: 'text/plain',
    buffer: Buffer.from('a'),
  }))
  await shareTo(his, {}, many)
  await expect(sheet(his).getByText(/^Too much at once/)).toBeVisible()
  expect(await keptShares(his)).toEqual([])
})

test('a share that the browser refuses to keep takes no earlier one away', async ({ actor }) => {
  const alice = await actor('alice')
  const page = await openKept(alice)
  const words = ['one', 'two', 'three', 'four', 'five']
  for (const text of words) {
    await shareTo(page, { text })
    await expect(sheet(page).getByLabel(shareSheet.message)).toHaveValue(text)
  }
  await page.goto('/apps')
  await page.evaluate(() => localStorage.clear())
  await alice.context.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('There is no room.', 'QuotaExceededError')
    }
  })
  await page.goto(`/share?${new URLSearchParams({ link: 'web+waypost:send?text=six' })}`)
  await expect(page).toHaveURL(/\/signin\?next=.*refused/)
  expect((await keptShares(page)).sort()).toEqual(words.sort())
})

test('of many shares only the last five are kept, and none for more than a day', async ({ actor }) => {
  const alice = await actor('alice')
  const page = await openKept(alice)
  for (let count = 0; count < 7; count++) {
    await shareTo(page, { text: `share ${count}` })
    await expect(sheet(page).getByLabel(shareSheet.message)).toHaveValue(`share ${count}`)
  }
  expect(await keptShares(page)).toHaveLength(5)
  await ageShares(page, 25 * 60 * 60_000)
  await page.goto('/#people/me')
  await page.reload()
  await expect.poll(() => keptShares(page)).toEqual([])
})

for (const screen of screens) {
  test(`the sheet fits its window and has no serious fault of accessibility, light and dark, ${screen.viewport.width} px`, async ({
    actor,
  }) => {
    const alice = await actor('alice', screen)
    const page = await openKept(alice)
    await shareTo(page, { title: 'A place', text: 'Shall we? https://example.org/camp' }, files)
    await expect(sheet(page).getByRole('option')).toHaveCount(1)
    expect(await seriousFaults(page)).toEqual([])
    const { wide, most } = await page.evaluate(() => ({ wide: document.documentElement.scrollWidth, most: innerWidth }))
    expect(wide).toBeLessThanOrEqual(most)
    const box = await sheet(page).boundingBox()
    expect(box?.width).toBe(screen.viewport.width < 528 ? screen.viewport.width : 480)
    await expect(target(page, /^Me/)).toBeInViewport()
    await page.goto('/share?problem=refused#people/me')
    await expect(sheet(page).getByText(/^This browser has no room/)).toBeVisible()
    expect(await seriousFaults(page)).toEqual([])
  })
}
