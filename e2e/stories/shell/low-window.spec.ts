import { composer, expect, type Page, test } from '../../actors/actors.ts'
import { fill, note, scroller } from '../../actors/many-notes.ts'
import { channel } from '../../actors/sidebar.ts'

const height = async (page: Page, selector: string) => (await page.locator(selector).first().boundingBox())?.height

test('at 200 % zoom on a small screen half of the height is left for messages, and the header and the field keep their sizes elsewhere', async ({
  actor,
  server,
}) => {
  const alice = await actor('alice')
  await fill(server, alice, { count: 60 })
  await channel(alice, 'garden', 'Garden notes')
  const page = await alice.open('/#people/me')
  await expect(note(page, 60)).toBeVisible()
  for (const [width, tall] of [
    [640, 360],
    [390, 400],
  ] as const) {
    await page.setViewportSize({ width, height: tall })
    for (const text of ['', 'one\ntwo\nthree\nfour\nfive']) {
      await composer(page).fill(text)
      await expect
        .poll(async () => ((await scroller(page).boundingBox())?.height ?? 0) / tall, `${width}x${tall} with “${text}”`)
        .toBeGreaterThanOrEqual(0.5)
      await expect(note(page, 60)).toBeInViewport()
      await expect(composer(page)).toBeInViewport({ ratio: 1 })
    }
    await composer(page).fill('')
  }
  await page.goto('/#following/garden')
  await page.setViewportSize({ width: 640, height: 360 })
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeInViewport({ ratio: 1 })
  await expect.poll(async () => ((await scroller(page).boundingBox())?.height ?? 0) / 360).toBeGreaterThanOrEqual(0.5)
  await page.goto('/#people/me')
  for (const [width, header] of [
    [1280, 80],
    [640, 80],
    [540, 64],
  ] as const) {
    await page.setViewportSize({ width, height: 720 })
    await expect.poll(() => height(page, 'header')).toBe(header)
    await expect.poll(() => height(page, 'textarea')).toBe(80)
  }
})

test('the field of a message grows with its text up to 200 pixels, also in a browser without field-sizing', async ({ actor }) => {
  const alice = await actor('alice')
  const heights: number[][] = []
  for (const without of [false, true]) {
    const page = await alice.context.newPage()
    if (without)
      await page.addInitScript(() => {
        const { supports } = CSS
        CSS.supports = (...question: string[]) =>
          !question.join().includes('field-sizing') && supports.apply(CSS, question as [string])
        const sheet = new CSSStyleSheet()
        sheet.replaceSync('textarea { field-sizing: fixed !important }')
        document.adoptedStyleSheets = [sheet]
      })
    await page.goto('/#people/me')
    await expect(composer(page)).toBeVisible()
    const seen: number[] = []
    const now = async () => (await composer(page).boundingBox())?.height ?? 0
    for (const lines of [1, 2, 5, 30, 4, 1]) {
      await composer(page).fill(Array.from({ length: lines }, (_, at) => `line ${at}`).join('\n'))
      seen.push(Math.round(await now()))
    }
    // A narrower window needs more lines for the same words.
    await composer(page).fill('words and words '.repeat(20))
    const wide = await now()
    await page.setViewportSize({ width: 540, height: 720 })
    await expect.poll(now).toBeGreaterThan(wide)
    seen.push(Math.round(wide), Math.round(await now()))
    heights.push(seen)
    await page.close()
  }
  const [native, scripted] = heights
  expect(native?.slice(0, 6)).toEqual([80, 80, 127, 200, 107, 80])
  expect(scripted).toEqual(native)
})

test('the field of a message shows its focus by one ring, and a button beside it by two', async ({ actor }) => {
  const alice = await actor('alice')
  const page = await alice.open('/#people/me')
  await composer(page).press('Tab')
  const rings = () =>
    page.evaluate(() => {
      const styleOf = (element: Element | null | undefined) => {
        const { outlineStyle, boxShadow } = element ? getComputedStyle(element) : ({} as CSSStyleDeclaration)
        return [outlineStyle, boxShadow === 'none' ? 'none' : 'ring']
      }
      const { activeElement: at } = document
      const box = at?.parentElement?.parentElement
      const ring = box && [getComputedStyle(box, '::after').borderTopWidth]
      return at instanceof HTMLTextAreaElement ? [styleOf(at), ring] : [styleOf(at)]
    })
  expect(await rings()).toEqual([['solid', 'ring']])
  await page.keyboard.press('Shift+Tab')
  await expect(composer(page)).toBeFocused()
  expect(await rings()).toEqual([['none', 'none'], ['2px']])
})
