import { desktopScreen } from '../../actors/accessibility.ts'
import { expect, type Page, test } from '../../actors/actors.ts'
import { test as atServer } from '../../actors/mail-server.ts'

const drawing = (page: Page) => page.getByRole('region', { name: /^Try it/ })
/** The messages that play by themselves, in both devices. */
const played = (page: Page) => drawing(page).locator('[aria-hidden] [data-side]:has(> [data-side])')

test('the drawing plays a link, a photo and a reply once, without the network, and what one types lands on the phone', async ({
  visitor,
  actor,
}) => {
  await actor('host')
  const page = await visitor(desktopScreen)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await expect(played(page)).toHaveCount(6)
  // A hidden window stops it, and it goes on when the window is back.
  const show = (state: 'hidden' | 'visible') =>
    page.evaluate((given) => {
      Object.defineProperty(document, 'visibilityState', { value: given, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  const states = () =>
    drawing(page).evaluate((root) => [...new Set(root.getAnimations({ subtree: true }).map(({ playState }) => playState))])
  await show('hidden')
  await expect.poll(states).not.toContain('running')
  await show('visible')
  await expect.poll(states).toEqual([])
  await page.getByRole('textbox', { name: 'Type here' }).fill('Milk and bread')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('log', { name: 'Landed on the phone' })).toHaveText('Milk and bread')
  expect(asked).toEqual([])
})

test('Create account is the first button, and a new account begins with something to send to oneself', async ({
  visitor,
  actor,
}) => {
  await actor('host')
  const page = await visitor()
  await page.goto('/')
  const actions = page.getByRole('main').getByRole('link')
  await expect(actions).toHaveText(['Create account', 'Sign In'])
  await actions.first().click()
  await page.getByLabel('Email address').fill('nina@example.org')
  await page.getByLabel('Password', { exact: true }).fill('lamp river seventeen')
  await page.getByRole('button', { name: 'Create account', exact: true }).click()
  await expect(page).toHaveURL(/#people\/me$/)
  await expect(page.getByRole('heading', { name: 'Share something with Me' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'See it on your phone' })).toHaveAttribute('href', '/#devices/phone')
})

test('with reduced motion every message of the drawing has arrived at once', async ({ visitor, actor }) => {
  await actor('host')
  const page = await visitor({ ...desktopScreen, reducedMotion: 'reduce' })
  await page.goto('/')
  await expect(played(page)).toHaveCount(6)
  expect(await drawing(page).evaluate((root) => root.getAnimations({ subtree: true }).length)).toBe(0)
  for (const message of await played(page).all()) await expect(message).toBeInViewport()
})

test('no word of the landing page is broken and nothing is cut off from 320 to 1280 px', async ({ visitor, actor }) => {
  await actor('host')
  const page = await visitor({ ...desktopScreen, reducedMotion: 'reduce' })
  await page.goto('/')
  await expect(played(page)).toHaveCount(6)
  const broken: string[] = []
  for (const width of [320, 344, 360, 390, 430, 527, 528, 600, 768, 899, 900, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    for (const word of await page.getByRole('main').evaluate(brokenWords)) broken.push(`${width}: ${word}`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), String(width)).toBeLessThanOrEqual(width)
  }
  expect(broken).toEqual([])
})

/** The words that stand on more than one line. */
function brokenWords(main: Element): string[] {
  const found: string[] = []
  const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[^\s-]+/g)) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      if (lines.size > 1) found.push(word)
    }
  }
  return found
}

atServer.describe('where accounts are by invitation', () => {
  atServer.use({ settings: { WAYPOST_SIGNUP: 'invite' } })

  atServer('Sign In is the first button, and a sentence says how new people come in', async ({ visitor }) => {
    const page = await visitor()
    await page.goto('/')
    const actions = page.getByRole('main').getByRole('link')
    await expect(actions).toHaveText(['Sign In'])
    await expect(page.getByText('This server takes new accounts by invitation: open the link in yours.')).toBeVisible()
  })
})
