import { picturesDialog, sendDialog } from '@waypost/web/words/conversation/pictures'
import { albumPart, albumWords } from '@waypost/web/words/push/album'
import { forwardWords } from '@waypost/web/words/push/dialogs'
import { messageMenuWords } from '@waypost/web/words/push/menu'
import { askBeforeFiles } from '@waypost/web/words/settings'
import { undo } from '@waypost/web/words/ui/words'
import sharp from 'sharp'
import { faultsOnEachScreen } from '../../actors/accessibility.ts'
import { type Actor, composer, expect, history, type Page, sendChosen, test } from '../../actors/actors.ts'
import { sentence } from '../../actors/words/sentence.ts'

interface Chosen {
  name: string
  mimeType: string
  buffer: Buffer
}

const colours = ['#be483d', '#9e6214', '#61761c', '#208046', '#057c79', '#3072c1', '#735acc']

async function picture(index: number, width = 300, height = 200): Promise<Chosen> {
  const background = colours[index % colours.length] as string
  const buffer = await sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return { name: `${index + 1}.jpg`, mimeType: 'image/jpeg', buffer }
}

const pictures = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, index) => picture(index, index % 3 === 0 ? 200 : 300, 200)))

async function attach(page: Page, files: Chosen[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach files' }).click()
  await (await chooser).setFiles(files)
}

async function paste(page: Page, files: Chosen[]): Promise<void> {
  await page.evaluate(
    (given) => {
      const clipboardData = new DataTransfer()
      for (const { name, mimeType, bytes } of given) {
        const content = Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0))
        clipboardData.items.add(new File([content], name, { type: mimeType }))
      }
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    files.map(({ name, mimeType, buffer }) => ({ name, mimeType, bytes: buffer.toString('base64') })),
  )
}

const album = (page: Page) => history(page).getByRole('group', { name: /^Album/ })
const dialog = (page: Page) => page.getByRole('dialog', { name: /^Send to/ })
type Sent = Record<string, string> & { created: number }
/** In the order they were sent. The API lists them by their last change, e.g. being read. */
async function pushesOf(actor: Actor): Promise<Sent[]> {
  const { pushes }: { pushes: Sent[] } = (await actor.call('/v2/pushes?active=true')).body
  return pushes.sort((one, other) => one.created - other.created)
}

/** The layout faults of an album that is `wide` pixels wide. */
async function faultsOf(page: Page, wide: number): Promise<string[]> {
  const outer = (await album(page).boundingBox()) ?? { x: 0, width: 0, height: 0 }
  const cells = await album(page)
    .locator('[data-cell]')
    .evaluateAll((elements) =>
      elements.map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return { x, y, width, height }
      }),
    )
  const overlaps = cells.some((one, index) =>
    cells
      .slice(index + 1)
      .some(
        (other) =>
          one.x + one.width > other.x + 0.1 &&
          other.x + other.width > one.x + 0.1 &&
          one.y + one.height > other.y + 0.1 &&
          other.y + other.height > one.y + 0.1,
      ),
  )
  const isOutside = ({ x, width }: { x: number; width: number }) => x < outer.x - 0.1 || x + width > outer.x + outer.width + 0.1
  return [
    ...(Math.round(outer.width) === wide ? [] : [`${outer.width} px wide`]),
    ...(outer.height <= 1.15 * outer.width ? [] : [`${outer.height} px high`]),
    ...(overlaps ? ['pictures overlap'] : []),
    ...(cells.some(isOutside) ? ['a picture is outside'] : []),
  ]
}

test('pictures sent together are one album for both people, with the words of the composer as its caption (acceptance point 7)', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const bob = await actor('bob', { viewport: { width: 390, height: 844 } })
  const page = await alice.open('/#people/bob@example.org')
  const his = await bob.open('/#people/alice@example.org')
  await composer(page).fill('Lantern, cove, old town')
  await paste(page, await pictures(3))
  await expect(page.getByRole('textbox', { name: sendDialog.caption })).toHaveValue('Lantern, cove, old town')
  await expect(composer(page)).toHaveValue('Lantern, cove, old town')
  await expect(dialog(page).getByRole('button', { name: 'Send 3 pictures' })).toBeVisible()
  await sendChosen(page)
  await expect(composer(page)).toHaveValue('')

  for (const window of [page, his]) {
    await expect(history(window).getByRole('article')).toHaveCount(1)
    await expect(album(window)).toHaveAccessibleName('Album, 3 pictures: Lantern, cove, old town')
    await expect(history(window).getByText('Lantern, cove, old town')).toBeVisible()
    await expect(album(window).locator('[data-cell]')).toHaveCount(3)
  }
  expect(await faultsOf(page, 500)).toEqual([])
  expect(await faultsOf(his, 290)).toEqual([])

  const sent = await pushesOf(bob)
  expect(sent.map(({ file_name, body }) => [file_name, body])).toEqual([
    ['1.jpg', 'Lantern, cove, old town'],
    ['2.jpg', undefined],
    ['3.jpg', undefined],
  ])
  expect(new Set(sent.map((push) => push.album)).size).toBe(1)
  for (const push of sent) expect(push.image_colors).toMatch(/^[A-Za-z0-9+/]{32}$/)

  const cell = (name: string) => album(page).getByRole('button', { name: sentence(albumWords.open, { name }) })
  await cell('1.jpg').focus()
  expect(await album(page).locator('button[tabindex="0"]').count()).toBe(1)
  await page.keyboard.press('ArrowRight')
  await expect(cell('2.jpg')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  const viewer = page.getByRole('dialog')
  await expect(viewer).toHaveAccessibleName('1.jpg')
  await page.keyboard.press('PageDown')
  await expect(viewer).toHaveAccessibleName('2.jpg')
  await page.keyboard.press('Escape')
  await expect(history(page).getByRole('article')).toBeFocused()
})

test('of twelve pictures the tenth says how many follow; axe finds nothing serious at 1280 and 390 px (acceptance points 1 and 7)', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const page = await alice.open()
  await attach(page, await pictures(12))
  await page.getByRole('textbox', { name: sendDialog.caption }).fill('All of them')
  await sendChosen(page)
  await expect(album(page)).toHaveAccessibleName('Album, 12 pictures: All of them')
  await expect(
    album(page).getByRole('button', { name: sentence(albumWords.openMore, { name: '10.jpg', count: '2' }) }),
  ).toBeVisible()
  await expect(history(page).getByText('12 pictures')).toBeVisible()
  await expect(history(page).getByText('Sent', { exact: true })).toBeVisible()
  expect(await faultsOf(page, 500)).toEqual([])
  await page.reload()
  await expect(album(page).locator('[data-cell]')).toHaveCount(10)
  expect(await faultsOnEachScreen(page, 'album', album(page), { readOut: page })).toEqual([])
})

test('from a picture of an album, Delete and Forward ask whether they are for that one or for all', async ({ actor }) => {
  const alice = await actor('alice')
  await actor('bob')
  const page = await alice.open('/#people/bob@example.org')
  await attach(page, await pictures(3))
  await sendChosen(page)
  await expect(history(page).getByText('Sent', { exact: true })).toBeVisible()
  const choose = async (name: string, item: string, part: string) => {
    await album(page)
      .getByRole('button', { name: sentence(albumWords.open, { name }) })
      .click({ button: 'right' })
    await page.getByRole('menuitem', { name: item }).click()
    await page.getByRole('dialog').getByRole('button', { name: part }).click()
  }
  await choose('2.jpg', messageMenuWords.deleteForMe, albumPart.one)
  await expect(album(page)).toHaveAccessibleName('Album, 2 pictures')
  await expect.poll(async () => (await pushesOf(alice)).length).toBe(2)
  await page.getByRole('button', { name: undo }).click()
  await expect(album(page)).toHaveAccessibleName('Album, 3 pictures')

  await choose('1.jpg', messageMenuWords.forward, 'All 3')
  const to = page.getByRole('dialog', { name: forwardWords.title })
  await to.getByRole('checkbox', { name: /^Me/ }).check()
  await to.getByRole('button', { name: messageMenuWords.forward }).click()
  await expect.poll(async () => (await pushesOf(alice)).length).toBe(6)
  const copies = (await pushesOf(alice)).filter(({ direction }) => direction === 'self')
  expect(copies.map(({ file_name }) => file_name)).toEqual(['1.jpg', '2.jpg', '3.jpg'])
  expect(new Set(copies.map((push) => push.album)).size).toBe(1)

  await choose('3.jpg', messageMenuWords.deleteForMe, 'All 3')
  await expect(album(page)).toHaveCount(0)
  await expect.poll(async () => (await pushesOf(alice)).length).toBe(3)
  await page.getByRole('button', { name: undo }).click()
  await expect(album(page)).toHaveAccessibleName('Album, 3 pictures')
})

test('a picture of an album that fails says so in its place and is retried there', async ({ actor }) => {
  const alice = await actor('alice')
  const page = await alice.open()
  const files = await pictures(4)
  let refuses = true
  await page.route('**/v3/upload/**', async (route) => {
    const { length } = route.request().postDataBuffer() ?? Buffer.alloc(0)
    if (refuses && length === files[1]?.buffer.length) await route.fulfill({ status: 400 })
    else await route.continue()
  })
  // Pictures of the same size would have the same length.
  files[1] = await picture(8, 333, 222)
  await attach(page, files)
  await sendChosen(page)
  await expect(album(page).getByRole('button', { name: sentence(albumWords.retry, { name: '9.jpg' }) })).toBeVisible()
  await expect.poll(async () => (await pushesOf(alice)).length).toBe(3)
  refuses = false
  await album(page)
    .getByRole('button', { name: sentence(albumWords.retry, { name: '9.jpg' }) })
    .click()
  await expect.poll(async () => (await pushesOf(alice)).length).toBe(4)
  await expect(album(page)).toHaveAccessibleName('Album, 4 pictures')
  await expect(album(page).getByRole('button', { name: sentence(albumWords.retry, { name: '9.jpg' }) })).toHaveCount(0)
})

test('the button of the picture dialog is in sight in every window, and Esc asks only if words would be lost (acceptance point 8)', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const page = await alice.open()
  await attach(page, [await picture(0, 900, 6_000)])
  await expect(dialog(page).getByText('900 × 6,000')).toBeVisible()
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
    [390, 500],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(dialog(page).getByRole('button', { name: picturesDialog.send, exact: true })).toBeInViewport({ ratio: 1 })
    await expect(dialog(page).getByRole('button', { name: picturesDialog.left })).toBeInViewport({ ratio: 1 })
    const stage = await dialog(page).getByRole('img', { name: '1.jpg' }).boundingBox()
    expect(stage?.height).toBeGreaterThan(100)
    expect(stage?.height).toBeLessThan(height - 56 - 60 - 64)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  const { width, height } = (await dialog(page).boundingBox()) ?? {}
  expect([width, height]).toEqual([560, 720])

  await page.keyboard.type('One line')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('another')
  await expect(page.getByRole('textbox', { name: sendDialog.caption })).toHaveValue('One line\nanother')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: sendDialog.keep }).click()
  await expect(dialog(page)).toBeVisible()
  await page.getByRole('textbox', { name: sendDialog.caption }).fill('')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  expect(await pushesOf(alice)).toEqual([])
})

test('with the switch in the settings off, chosen files are sent at once with what was typed', async ({ actor }) => {
  const alice = await actor('alice')
  const page = await alice.open('/#settings/history')
  const asks = page.getByRole('checkbox', { name: askBeforeFiles.choice })
  await expect(asks).toBeChecked()
  await asks.uncheck()
  await expect
    .poll(async () => (await alice.call('/v3/get-permanent', { key: 'web_preferences' })).body.data)
    .toEqual({ ask_before_files: false })
  await page.goto('/#people/me')
  await composer(page).fill('the plan')
  await paste(page, [{ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('a plan') }])
  await expect(history(page).getByText('the plan')).toBeVisible()
  await expect(composer(page)).toHaveValue('')
  await expect
    .poll(async () => (await pushesOf(alice)).map(({ file_name, body }) => [file_name, body]))
    .toEqual([['plan.txt', 'the plan']])
})
