import type { Locator } from '@playwright/test'
import { unsentNote } from '@waypost/web/words/conversation'
import { picturesDialog, sendDialog } from '@waypost/web/words/conversation/pictures'
import { fileCard, imageCard } from '@waypost/web/words/ui/cards'
import { type Actor, composer, expect, history, type Page, sendChosen, test } from '../../actors/actors.ts'
import { sentence } from '../../actors/words/sentence.ts'

const megabyte = 2 ** 20
const file = (name: string, size = 2_000, mimeType = 'text/plain') => ({ name, mimeType, buffer: Buffer.alloc(size, 'w') })
const pieces = '**/v3/upload/**'

async function attach(page: Page, ...files: ReturnType<typeof file>[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach files' }).click()
  await (await chooser).setFiles(files)
  await sendChosen(page)
}

const pushesOf = async (actor: Actor) => (await actor.call('/v2/pushes')).body.pushes as Record<string, string>[]

test('PUSH-010 PUSH-011 (deviates) the send button takes the place of the paperclip once there is text, which moves one place and still attaches', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const page = await alice.open()
  const paperclip = page.getByRole('button', { name: 'Attach files' })
  const send = page.getByRole('button', { name: picturesDialog.send, exact: true })
  await expect(paperclip).toBeVisible()
  await expect(send).toHaveCount(0)
  const place = await paperclip.boundingBox()
  if (!place) throw new Error('The paperclip has no place.')
  await composer(page).fill('words')
  await expect(send).toBeVisible()
  const isStill = () => document.getAnimations().every((animation) => animation.playState !== 'running')
  await expect.poll(() => page.evaluate(isStill)).toBe(true)
  expect(await send.boundingBox()).toEqual(place)
  expect(await paperclip.boundingBox()).toEqual({ ...place, x: place.x - place.width })
  await attach(page, file('notes.txt'))
  await expect(history(page).getByRole('article').filter({ hasText: 'words' }).getByRole('link')).toHaveAccessibleName(
    /Download notes\.txt/,
  )
  await expect(composer(page)).toHaveValue('')
  await composer(page).fill('more words')
  await send.click()
  await expect(composer(page)).toBeFocused()
  await expect(send).toHaveCount(0)
})

test('PUSH-012 PUSH-029 PUSH-030 PUSH-032 by keyboard alone: one file is attached and sent, another is canceled while it uploads (acceptance point 7)', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  const page = await alice.open('/#people/bob@example.org')
  const his = await bob.open('/#people/alice@example.org')
  await composer(page).focus()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(pieces, async (route) => {
    if (route.request().postDataBuffer()?.length === 3_000) await held
    await route.continue().catch(() => {})
  })
  // Playwright doesn't wait until the browser intercepts file choosers, so a faster key press would close this one.
  const chooser = page.waitForEvent('filechooser')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Attach files' })).toBeFocused()
  await page.keyboard.press('Enter')
  await (await chooser).setFiles([file('slides.txt'), file('draft.txt', 3_000)])
  await expect(page.getByRole('textbox', { name: sendDialog.caption })).toBeFocused()
  await page.keyboard.press('Enter')
  const sent = history(page).getByRole('link', { name: sentence(fileCard.downloadSized, { name: 'slides.txt', size: '2 kB' }) })
  await expect(sent).toBeVisible()
  await expect(composer(page)).toBeFocused()
  await expect(history(page).getByRole('progressbar', { name: 'draft.txt' })).toHaveAttribute('aria-valuenow', /^\d+$/)

  await page.keyboard.press('Shift+ArrowUp')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Cancel upload of draft.txt' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(history(page).getByText('File upload canceled')).toBeVisible()
  await expect(history(page).getByText('not sent')).toBeVisible()
  await expect(history(page).getByRole('img', { name: 'Delivered' })).toBeVisible()
  await expect(history(his).getByRole('link', { name: /Download slides.txt/ })).toBeVisible()
  expect((await pushesOf(bob)).map((push) => push.file_name)).toEqual(['slides.txt'])
  release()
  await page.getByRole('button', { name: 'Retry' }).click()
  // The recipient sees the file's size too, even after a restart.
  const sized = history(his).getByRole('link', { name: /^Download draft\.txt, [\d.]+ (bytes|kB)$/ })
  await expect(sized).toBeVisible()
  await his.reload()
  await expect(sized).toBeVisible()
  await expect(history(page).getByRole('article')).toHaveCount(2)
  const [, download] = await Promise.all([sent.click(), page.waitForEvent('download')])
  expect(download.suggestedFilename()).toBe('slides.txt')
})

test("PUSH-026 PUSH-031 a failed piece says 'Uplading chunk <n> failed.', and Retry resumes", async ({ actor }) => {
  test.slow()
  const alice = await actor('alice')
  const page = await alice.open()
  const asked: string[] = []
  let broken = true
  await page.route(pieces, (route) => {
    const piece = route.request().url().split('/').at(-1) ?? ''
    asked.push(piece)
    return broken && piece === '1' ? route.fulfill({ status: 500 }) : route.continue()
  })
  await attach(page, file('film.bin', 11 * megabyte))
  await expect(history(page).getByText('Uplading chunk 2 failed.')).toBeVisible()
  broken = false
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(
    history(page).getByRole('link', { name: sentence(fileCard.downloadSized, { name: 'film.bin', size: '11 MB' }) }),
  ).toBeVisible()
  await expect(page.getByRole('log')).toContainText(/film\.bin: 25\s?%.*film\.bin: \d+\s?%/)
  expect(asked.filter((piece) => piece === '0')).toHaveLength(1)
  expect(asked.at(-1)).toBe('2')
  const [push] = await pushesOf(alice)
  const bytes = await (await fetch(push?.file_url ?? '')).arrayBuffer()
  expect(bytes.byteLength).toBe(11 * megabyte)
})

test('PUSH-026 an upload survives a server that goes down and comes back', async ({ actor, server }) => {
  test.slow()
  const alice = await actor('alice')
  const page = await alice.open()
  let reached = () => {}
  const second = new Promise<void>((resolve) => {
    reached = resolve
  })
  let hold = true
  await page.route(pieces, async (route) => {
    if (hold && route.request().url().endsWith('/1')) {
      reached()
      return route.abort()
    }
    await route.continue()
  })
  await attach(page, file('film.bin', 11 * megabyte))
  await second
  await server.restart()
  hold = false
  const retry = page.getByRole('button', { name: 'Retry' })
  const done = history(page).getByRole('link', { name: sentence(fileCard.downloadSized, { name: 'film.bin', size: '11 MB' }) })
  await expect(retry.or(done)).toBeVisible()
  if (await retry.isVisible()) await retry.click()
  await expect(done).toBeVisible()
  const [push] = await pushesOf(alice)
  expect((await (await fetch(push?.file_url ?? '')).arrayBuffer()).byteLength).toBe(11 * megabyte)
})

test('PUSH-033 a file that is too large says so, with the way to a larger plan', async ({ actor }) => {
  const alice = await actor('alice')
  const page = await alice.open()
  const error = { code: 'file_too_big', type: 'invalid_request', message: 'File is too big. The plan allows 25 MB.' }
  await page.route('**/v3/start-upload', (route) => route.fulfill({ status: 400, json: { error } }))
  await attach(page, file('film.bin'))
  await expect(history(page).getByText(/File is too big\./)).toBeVisible()
  await expect(history(page).getByRole('link', { name: unsentNote.upgrade })).toHaveAttribute('href', '/pro')
})

test('PUSH-028 leaving during an upload asks first, and a discarded one is gone', async ({ actor }) => {
  const alice = await actor('alice')
  const page = await alice.open()
  await page.route(pieces, () => {})
  await attach(page, file('held.txt'))
  await expect(history(page).getByRole('progressbar')).toBeVisible()
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await page.getByRole('button', { name: 'Cancel upload of held.txt' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(history(page).getByText('held.txt')).toHaveCount(0)
  const quiet = page.waitForEvent('close')
  await page.close({ runBeforeUnload: true })
  await quiet
  expect(await pushesOf(alice)).toEqual([])
})

test('a file that the browser cannot keep is lost with its window, chosen again, and sent', async ({ actor }) => {
  const alice = await actor('alice')
  // As in some private windows.
  await alice.context.addInitScript(() => {
    Object.defineProperty(globalThis, 'indexedDB', { get: () => undefined })
  })
  const first = await alice.open()
  await first.route(pieces, () => {})
  await attach(first, file('held.txt'))
  await expect(history(first).getByRole('progressbar')).toBeVisible()
  await first.close()
  const page = await alice.open()
  await expect(history(page).getByText('not sent')).toBeVisible()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Retry' }).click()
  await (await chooser).setFiles([file('held.txt')])
  await expect(history(page).getByRole('link', { name: /Download held.txt/ })).toBeVisible()
  expect(await pushesOf(alice)).toHaveLength(1)
})

async function sizeOf(element: Locator): Promise<number[]> {
  const { width = 0, height = 0 } = (await element.boundingBox()) ?? {}
  return [Math.round(width), Math.round(height)]
}

function picture(page: Page, width: number, height: number): Promise<Buffer<ArrayBuffer>> {
  return page
    .evaluate(
      ([across, down]) => {
        const canvas = document.createElement('canvas')
        canvas.width = across as number
        canvas.height = down as number
        const context = canvas.getContext('2d') as CanvasRenderingContext2D
        for (let x = 0; x < canvas.width; x += 40) {
          context.fillStyle = `hsl(${x} 60% 60%)`
          context.fillRect(x, 0, 40, canvas.height)
        }
        return canvas.toDataURL('image/png').split(',')[1] ?? ''
      },
      [width, height] as const,
    )
    .then((text) => Buffer.from(text, 'base64'))
}

test('HIST-002 SHELL-081 a picture has its box before it has loaded, and opens large (acceptance point 3)', async ({ actor }) => {
  const alice = await actor('alice')
  const page = await alice.open()
  await expect(composer(page)).toBeVisible()
  await attach(page, { name: 'harbour.png', mimeType: 'image/png', buffer: await picture(page, 1_200, 800) })
  const shown = history(page).getByRole('button', { name: sentence(imageCard.open, { name: 'harbour.png' }) })
  await expect(shown).toBeVisible()
  await expect(history(page).getByText('Sent', { exact: true })).toBeVisible()
  expect(await sizeOf(shown)).toEqual([360, 240])

  for (let index = 0; index < 60; index++) await alice.call('/v2/pushes', { type: 'note', body: `note ${index}` })
  const [withPicture] = (await pushesOf(alice)).filter((push) => push.type === 'file')
  for (let index = 0; index < 4; index++) {
    await alice.call('/v2/pushes', {
      type: 'file',
      file_name: 'harbour.png',
      file_type: 'image/png',
      file_url: withPicture?.file_url,
    })
    // Consecutive pictures would form an album.
    if (index < 3) await alice.call('/v2/pushes', { type: 'note', body: 'the same again' })
  }
  // A cold start: nothing from the first window is in memory.
  await page.close()
  const other = await alice.context.newPage()
  await other.addInitScript(() => {
    for (const key of Object.keys(localStorage)) if (key !== 'account') localStorage.removeItem(key)
  })
  await other.route('**/files/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    await route.continue()
  })
  await other.addInitScript(() => {
    const shifts: unknown[] = []
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => shifts.push(...list.getEntries())).observe({ type: 'layout-shift', buffered: true })
  })
  await other.goto('/#people/me')
  const last = history(other)
    .getByRole('button', { name: sentence(imageCard.open, { name: 'harbour.png' }) })
    .last()
  await expect(last).toBeVisible()
  const before = await last.boundingBox()
  expect(await sizeOf(last)).toEqual([360, 240])
  await expect
    .poll(() => last.locator('img').evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBe(1_200)
  expect(await last.boundingBox()).toEqual(before)
  await other.getByRole('region', { name: /Conversation with/ }).evaluate((element) => element.scrollTo(0, 0))
  const earliest = () => history(other).getByRole('article').first().getAttribute('aria-label')
  const seenFirst = await earliest()
  const time = () =>
    other.evaluate(
      () => new Promise<number>((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))),
    )
  const pressed = await time()
  await other.getByRole('button', { name: 'Load more' }).click()
  await expect.poll(earliest).not.toBe(seenFirst)
  // Loading more above moves the earlier items, as requested; on a busy machine long after the click.
  const loaded = await time()
  const pictures = history(other).locator('img')
  await expect.poll(() => pictures.evaluateAll((all) => all.every((image) => (image as HTMLImageElement).complete))).toBe(true)
  await time()
  const shifts = await other.evaluate(() => (globalThis as unknown as { shifts: { value: number; startTime: number }[] }).shifts)
  const unasked = shifts.filter(({ startTime }) => startTime < pressed || startTime > loaded)
  expect(unasked.reduce((sum, { value }) => sum + value, 0)).toBeLessThan(0.1)

  await history(other)
    .getByRole('button', { name: sentence(imageCard.open, { name: 'harbour.png' }) })
    .last()
    .click()
  const viewer = other.getByRole('dialog', { name: 'harbour.png' })
  await expect(viewer.getByRole('img', { name: 'harbour.png' })).toBeVisible()
  await other.keyboard.press('Escape')
  await expect(viewer).toHaveCount(0)
  await expect(
    history(other)
      .getByRole('button', { name: sentence(imageCard.open, { name: 'harbour.png' }) })
      .last(),
  ).toBeFocused()
})
