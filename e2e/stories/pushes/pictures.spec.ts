import type { Locator } from '@playwright/test'
import { noMessages } from '@waypost/web/words/push/history'
import { pictureViewer } from '@waypost/web/words/ui/viewer'
import { seriousFaults } from '../../actors/accessibility.ts'
import { type Actor, expect, history, type Page, say, sendChosen, test } from '../../actors/actors.ts'
import { sentence } from '../../actors/words/sentence.ts'

/** An SVG with or without a size; its circle touches all sides. */
const drawing = (size = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" ${size}><circle cx="50" cy="50" r="50" fill="teal"/></svg>`

async function picture(actor: Actor, name: string, content = drawing('width="300" height="300"')): Promise<void> {
  const { body } = await actor.call('/v3/start-upload', { name, size: content.length, type: 'image/svg+xml' })
  await fetch(body.piece_urls[0], { method: 'POST', body: content })
  const { body: done } = await actor.call('/v3/finish-upload', { id: body.id })
  expect((await actor.call('/v2/pushes', { type: 'file', file_url: done.file_url })).status).toBe(200)
}

const shown = (page: Page, name: string) => history(page).getByRole('button', { name: `Show ${name}` })
const scale = (image: Locator) => image.evaluate((element) => new DOMMatrix(getComputedStyle(element).transform).a)

test('the picture viewer fills the window, zooms and pans by keys, wheel and double press, and shows the other pictures', async ({
  actor,
}) => {
  const alice = await actor('alice')
  await picture(alice, 'first.svg')
  for (let index = 0; index < 26; index++) await alice.call('/v2/pushes', { type: 'note', body: `note ${index}` })
  for (const name of ['second.svg', 'third.svg']) await picture(alice, name)
  const page = await alice.open()
  await shown(page, 'second.svg').click()
  const viewer = page.getByRole('dialog')
  await expect(viewer).toHaveAccessibleName('second.svg')
  expect(await viewer.boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() })
  const image = viewer.getByRole('img')
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(300)
  expect(await seriousFaults(page)).toEqual([])

  await page.keyboard.press('+')
  await expect.poll(() => scale(image)).toBeCloseTo(1.5)
  await page.keyboard.press('-')
  await expect.poll(() => scale(image)).toBe(1)
  await image.dblclick()
  await expect.poll(() => scale(image)).toBe(2.5)
  await image.hover()
  await page.mouse.wheel(0, 4_000)
  await expect.poll(() => scale(image)).toBe(1)

  // Zoomed in, arrow keys pan; zoomed out, they show the next picture.
  const moved = () => image.evaluate((element) => new DOMMatrix(getComputedStyle(element).transform))
  for (let times = 0; times < 4; times++) await page.keyboard.press('=')
  const middle = await moved()
  for (const [key, x, y] of [
    ['ArrowRight', -1, 0],
    ['ArrowDown', -1, -1],
    ['ArrowLeft', 0, -1],
    ['ArrowUp', 0, 0],
  ] as const) {
    await page.keyboard.press(key)
    await expect
      .poll(async () => [Math.sign((await moved()).e - middle.e), Math.sign((await moved()).f - middle.f)])
      .toEqual([x, y])
    expect(Math.abs((await moved()).e - middle.e) + Math.abs((await moved()).f - middle.f) > 20).toBe(x !== 0 || y !== 0)
  }
  // Only the primary mouse button moves it, by the distance the mouse moves.
  for (const [button, across] of [
    ['right', 40],
    ['middle', 60],
    ['left', 75],
  ] as const) {
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
    await page.mouse.move(width / 2, height / 2)
    await page.mouse.down({ button })
    await page.mouse.move(width / 2 - across, height / 2 - across / 3)
    await page.mouse.up({ button })
  }
  await expect.poll(async () => [(await moved()).e - middle.e, (await moved()).f - middle.f]).toEqual([-75, -25])
  await page.keyboard.press('0')
  await expect.poll(() => scale(image)).toBe(1)

  for (const [key, name] of [
    ['PageDown', 'third.svg'],
    ['PageUp', 'second.svg'],
    ['ArrowRight', 'third.svg'],
    ['ArrowLeft', 'second.svg'],
    ['ArrowRight', 'third.svg'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(viewer).toHaveAccessibleName(name)
  }
  await expect(viewer.getByRole('button', { name: pictureViewer.next })).toHaveAttribute('aria-disabled', 'true')
  await viewer.getByRole('button', { name: pictureViewer.previous }).click()
  await expect(viewer).toHaveAccessibleName('second.svg')
  await viewer.getByRole('button', { name: pictureViewer.previous }).click()
  await expect(viewer).toHaveAccessibleName('first.svg')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    viewer.getByRole('link', { name: sentence(pictureViewer.download, { name: 'first.svg' }) }).click(),
  ])
  expect(download.suggestedFilename()).toBe('first.svg')
  await page.keyboard.press('Escape')
  await expect(viewer).toHaveCount(0)
  await expect(history(page).getByRole('article', { name: /first\.svg/ })).toBeFocused()
})

test('on a phone the picture viewer is pinched, tapped and swiped; only a horizontal swipe with one finger changes the picture', async ({
  actor,
}) => {
  const alice = await actor('alice', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  for (const name of ['zeroth.svg', 'first.svg', 'second.svg']) await picture(alice, name)
  const page = await alice.open()
  await shown(page, 'second.svg').tap()
  const viewer = page.getByRole('dialog', { name: 'second.svg' })
  const image = viewer.getByRole('img')
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(300)
  expect(await viewer.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 })
  const touch = await alice.context.newCDPSession(page)
  const send = (type: string, points: [number, number][]) =>
    touch.send('Input.dispatchTouchEvent', {
      type: type as 'touchStart',
      touchPoints: points.map(([x, y], id) => ({ x, y, id })),
    })

  await send('touchStart', [
    [170, 400],
    [220, 400],
  ])
  await send('touchMove', [
    [120, 400],
    [270, 400],
  ])
  await send('touchEnd', [])
  await expect.poll(() => scale(image)).toBeGreaterThan(2)
  const drag = async (from: [number, number], to: [number, number]) => {
    await send('touchStart', [from])
    await send('touchMove', [to])
    await send('touchEnd', [])
  }
  await drag([120, 400], [300, 404])
  const tap = async () => {
    await send('touchStart', [[195, 400]])
    await send('touchEnd', [])
  }
  await tap()
  await tap()
  await expect.poll(() => scale(image)).toBe(1)

  // The last finger to lift moved far enough, but it isn't the one that started.
  await send('touchStart', [
    [300, 400],
    [100, 400],
  ])
  await send('touchMove', [
    [210, 400],
    [190, 400],
  ])
  await send('touchEnd', [])
  await drag([120, 400], [160, 400])
  await drag([120, 400], [200, 600])
  await expect(viewer).toBeVisible()
  await drag([120, 400], [300, 404])
  await expect(page.getByRole('dialog', { name: 'first.svg' })).toBeVisible()
})

test('a drawing without a size is shown whole', async ({ actor }) => {
  const alice = await actor('alice')
  await picture(alice, 'open.svg', drawing())
  const page = await alice.open()
  const fit = () =>
    shown(page, 'open.svg')
      .locator('img')
      .evaluate((image) => getComputedStyle(image).objectFit)
  await expect.poll(fit).toBe('contain')
})

test('the status of a narrow picture that is being sent fits, each part on one line', async ({ actor }) => {
  const alice = await actor('alice')
  const page = await alice.open()
  await page.route('**/v3/upload/**', () => {})
  await expect(page.getByText(sentence(noMessages.share, { name: 'Me' }))).toBeVisible()
  const draw = (width: number) =>
    page.evaluate((across) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: across, height: 700 })
      return canvas.toDataURL('image/png').split(',')[1] ?? ''
    }, width)
  for (const width of [60, 240]) {
    const asked = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Attach files' }).click()
    const buffer = Buffer.from(await draw(width), 'base64')
    await (await asked).setFiles({ name: `${width}.png`, mimeType: 'image/png', buffer })
    await sendChosen(page)
    // Two consecutive pictures would form an album.
    await say(page, `${width} pixels`)
  }
  const card = (name: string) => history(page).getByRole('article', { name: new RegExp(name.replace('.', '\\.')) })
  await expect(card('240.png').getByText('0%')).toBeVisible()
  const { height = 0 } = (await card('240.png').getByText('0%').boundingBox()) ?? {}
  expect(height).toBeLessThan(24)
  await expect(card('60.png').getByText('0%')).toBeHidden()
  const cancel = card('60.png').getByRole('button', { name: 'Cancel upload of 60.png' })
  await cancel.scrollIntoViewIfNeeded()
  await expect(cancel).toBeInViewport({ ratio: 1 })
  await expect(card('60.png').getByRole('progressbar')).toHaveAttribute('aria-valuetext', '0%')
})

test('a picture that is cut off before its first pixel is a file with its name', async ({ actor }) => {
  const alice = await actor('alice')
  // The header of a 320 by 200 PNG, and the start of its pixels.
  const cut = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAUAAAADICAIAAAAWZq/8AAABuElEQVR42u3TQQkAAAwDsUqtfxUVsdcg', 'base64')
  const { body } = await alice.call('/v3/start-upload', { name: 'cut.png', size: cut.length, type: 'image/png' })
  await fetch(body.piece_urls[0], { method: 'POST', body: cut })
  const { body: done } = await alice.call('/v3/finish-upload', { id: body.id })
  await alice.call('/v2/pushes', { type: 'file', file_url: done.file_url })
  const page = await alice.open()
  await expect(history(page).getByRole('link', { name: /^Download cut\.png/ })).toBeVisible()
  await expect(shown(page, 'cut.png')).toHaveCount(0)
})
