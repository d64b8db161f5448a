import { cropLabelsWords, picturesDialog, sendDialog } from '@waypost/web/words/conversation/pictures'
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

/** A picture whose left half is red and whose right half is blue. */
async function halves(name: string, width: number, height: number): Promise<Chosen> {
  const half = { create: { width: width / 2, height, channels: 3 as const, background: 'red' } }
  const base = { create: { width, height, channels: 3 as const, background: 'blue' } }
  const left = await sharp(half).png().toBuffer()
  const drawn = sharp(base).composite([{ input: left, left: 0, top: 0 }])
  const isPng = name.endsWith('.png')
  return { name, mimeType: isPng ? 'image/png' : 'image/jpeg', buffer: await (isPng ? drawn.png() : drawn.jpeg()).toBuffer() }
}

const dialog = (page: Page) => page.getByRole('dialog', { name: sentence(sendDialog.title, { name: 'Bob' }) })

async function choose(page: Page, files: Chosen[], button = page.getByRole('button', { name: 'Attach files' })): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await button.click()
  await (await chooser).setFiles(files)
}

/** The pictures that somebody received, newest first. */
async function pictures(who: Actor): Promise<{ name: string; type: string; bytes: Buffer }[]> {
  const { pushes } = (await who.call('/v2/pushes')).body
  return Promise.all(
    pushes.map(async (push: { file_name: string; file_type: string; file_url: string }) => ({
      name: push.file_name,
      type: push.file_type,
      bytes: Buffer.from(await (await fetch(push.file_url)).arrayBuffer()),
    })),
  )
}

async function colourAt(bytes: Buffer, x: number, y: number): Promise<string> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(info.height * y) * info.width + Math.floor(info.width * x)) * 3
  return (data[at] ?? 0) > (data[at + 2] ?? 0) ? 'red' : 'blue'
}

test('chosen pictures are turned, left out and scaled down before they are sent', async ({ actor }) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  const page = await alice.open('/#people/bob@example.org')
  await choose(page, [
    await halves('one.png', 1_200, 800),
    await halves('two.jpg', 800, 600),
    await halves('three.png', 400, 400),
  ])
  await expect(dialog(page).getByText('1,200 × 800')).toBeVisible()
  await dialog(page).getByRole('button', { name: picturesDialog.right }).click()
  await expect(dialog(page).getByText('800 × 1,200')).toBeVisible()
  await dialog(page)
    .getByRole('button', { name: sentence(picturesDialog.picture, { at: '3', of: '3', name: 'three.png' }) })
    .click()
  await dialog(page).getByRole('button', { name: picturesDialog.remove }).click()
  await dialog(page).getByRole('combobox', { name: picturesDialog.size }).selectOption('Small (640 pixels)')
  await expect(dialog(page).getByText('640 × 480')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Send 2 pictures' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(history(page).getByRole('article', { name: /Album, 2 pictures/ })).toBeVisible()

  await expect
    .poll(async () => (await pictures(bob)).map(({ name, type }) => [name, type]))
    .toEqual([
      ['two.jpg', 'image/jpeg'],
      ['one.png', 'image/png'],
    ])
  const [two, one] = await pictures(bob)
  expect(await sharp(one?.bytes).metadata()).toMatchObject({ format: 'png', width: 427, height: 640 })
  expect(await sharp(two?.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 640, height: 480 })
  // Rotating to the right brings the left half to the top.
  const turned = one?.bytes as Buffer
  expect([await colourAt(turned, 0.5, 0.1), await colourAt(turned, 0.5, 0.9)]).toEqual(['red', 'blue'])
})

test('a picture is cropped by keyboard; one that nothing was done to is sent byte for byte', async ({ actor }) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  const page = await alice.open('/#people/bob@example.org')
  const plain = await halves('plain.jpg', 500, 400)
  await choose(page, [await halves('cut.png', 1_000, 500), plain])
  // It can be cropped once it is decoded.
  await expect(dialog(page).getByText('1,000 × 500')).toBeVisible()
  await dialog(page).getByRole('button', { name: picturesDialog.crop }).press('Enter')
  await expect(dialog(page).getByText('800 × 400')).toBeVisible()
  const edge = dialog(page).getByRole('button', { name: cropLabelsWords.eDragHandle })
  for (let step = 0; step < 3; step++) await edge.press('Control+ArrowLeft')
  await expect(dialog(page).getByText('800 × 400')).toHaveCount(0)
  await dialog(page).getByRole('button', { name: 'Send 2 pictures' }).press('Enter')
  await expect.poll(async () => (await pictures(bob)).length).toBe(2)
  const [second, first] = await pictures(bob)
  expect(second?.bytes.equals(plain.buffer)).toBe(true)
  const { width = 0, height } = await sharp(first?.bytes).metadata()
  expect(height).toBe(400)
  expect(width).toBeGreaterThan(0)
  expect(width).toBeLessThan(800)
  expect(await colourAt(first?.bytes as Buffer, 0.05, 0.5)).toBe('red')
})

test('PUSH-035 (deviates) pasted pictures are looked at before Enter sends them, and pictures that were not sent return on Undo', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  const page = await alice.open('/#people/bob@example.org')
  await expect(composer(page)).toBeVisible()
  const shots = [await halves('shot.png', 300, 200), await halves('other.png', 200, 200)]
  await page.evaluate(
    (given) => {
      const clipboardData = new DataTransfer()
      for (const { name, bytes } of given) {
        const content = Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0))
        clipboardData.items.add(new File([content], name, { type: 'image/png' }))
      }
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    shots.map(({ name, buffer }) => ({ name, bytes: buffer.toString('base64') })),
  )
  await expect(dialog(page).getByText('300 × 200')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await page.getByRole('button', { name: undo }).click()
  await expect(dialog(page).getByRole('textbox', { name: sendDialog.caption })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await pictures(bob)).map(({ name }) => name)).toEqual(['other.png', 'shot.png'])
})

test('what cannot be edited is sent as it is', async ({ actor }) => {
  const alice = await actor('alice', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const bob = await actor('bob')
  const page = await alice.open('/#people/bob@example.org')
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40"/></svg>'
  await choose(page, [{ name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) }])
  await sendChosen(page)
  await expect.poll(async () => (await pictures(bob)).map(({ bytes }) => bytes.toString())).toEqual([svg])
})

test('axe finds nothing serious in the dialog of chosen pictures at 1280 and 390 px (acceptance point 1)', async ({ actor }) => {
  const alice = await actor('alice')
  await actor('bob')
  const page = await alice.open('/#people/bob@example.org')
  await choose(page, [await halves('one.png', 1_200, 800), await halves('two.png', 800, 600)])
  await dialog(page).getByRole('button', { name: picturesDialog.crop }).click()
  const shown = dialog(page).getByText('960 × 640')
  expect(await faultsOnEachScreen(page, 'pictures', shown, { readOut: page })).toEqual([])
})
