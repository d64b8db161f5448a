import { splitter } from '@waypost/web/words/page/shell'
import { expect, type Page, test } from '../../actors/actors.ts'

const edge = (page: Page) => page.getByRole('separator', { name: splitter.label })
const side = async (page: Page) => Math.round((await page.getByRole('navigation', { name: 'People' }).boundingBox())?.width ?? 0)
const main = async (page: Page) => Math.round((await page.getByRole('main').boundingBox())?.width ?? 0)

async function dragTo(page: Page, x: number): Promise<void> {
  const box = await edge(page).boundingBox()
  await page.mouse.move((box?.x ?? 0) + 5, 400)
  await page.mouse.down()
  await page.mouse.move(x, 400, { steps: 5 })
  await page.mouse.up()
}

test('SIDE-025 SIDE-026 the list is as wide as it is dragged, within its limits, also after a restart, until a double click', async ({
  actor,
}) => {
  const alice = await actor('alice', { viewport: { width: 1280, height: 800 } })
  const page = await alice.open()
  expect(await side(page)).toBe(384)
  await expect(edge(page)).toHaveAttribute('aria-valuenow', '384')
  await dragTo(page, 480)
  await expect.poll(() => side(page)).toBe(300)
  await expect(edge(page)).toHaveAttribute('aria-valuenow', '300')
  await page.reload()
  await expect.poll(() => side(page)).toBe(300)
  // The main pane keeps 400.
  await dragTo(page, 1_200)
  await expect.poll(() => main(page)).toBe(400)
  await page.setViewportSize({ width: 900, height: 800 })
  await expect.poll(() => main(page)).toBe(400)
  await page.setViewportSize({ width: 1280, height: 800 })
  // Narrower than text allows, it becomes a list of pictures.
  await dragTo(page, 220)
  await expect.poll(() => side(page)).toBe(64)
  await edge(page).dblclick()
  await expect.poll(() => side(page)).toBe(384)
})

test('the width of the list is set with the keyboard', async ({ actor }) => {
  const alice = await actor('alice', { viewport: { width: 1280, height: 800 } })
  const page = await alice.open()
  await expect(edge(page)).toHaveAttribute('aria-valuenow', '384')
  await edge(page).focus()
  for (const [key, width] of [
    ['ArrowRight', 400],
    ['ArrowLeft', 384],
    ['End', 700],
    ['Home', 64],
    ['ArrowRight', 140],
    ['ArrowLeft', 64],
    ['Enter', 384],
  ] as const) {
    await page.keyboard.press(key)
    await expect(edge(page)).toHaveAttribute('aria-valuenow', String(width))
    expect(await side(page)).toBe(width)
  }
})
