import { landingCompared, landingScenes, landingWords } from '@waypost/web/words/page/landing'
import { phoneCard } from '@waypost/web/words/push/first'
import { noMessages } from '@waypost/web/words/push/history'
import { copied, emailAddressLabel, passwordLabel } from '@waypost/web/words/ui/words'
import { desktopScreen, phoneScreen, seriousFaults, showOn } from '../../actors/accessibility.ts'
import { expect, type Page, test } from '../../actors/actors.ts'
import { sentence } from '../../actors/words/sentence.ts'

const actions = (page: Page) => page.getByRole('main').getByRole('link')
const stage = (page: Page) => page.getByRole('img', { name: /^A conversation in Waypost/ })

test('the landing page has one filled button, its copy button copies `npm start`, and nothing comes from another host', async ({
  visitor,
  actor,
}) => {
  await actor('host')
  const page = await visitor({ ...desktopScreen, permissions: ['clipboard-read', 'clipboard-write'] })
  const hosts = new Set<string>()
  page.on('request', (request) => hosts.add(new URL(request.url()).host))
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: landingWords.title })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    landingScenes.texts,
    landingScenes.files,
    landingScenes.notices,
    landingCompared.title,
  ])
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(8)
  await page.waitForLoadState('networkidle')
  expect(await page.locator('body').evaluate(filledButtons)).toEqual(['Create account'])
  await page.getByRole('button', { name: 'Copy npm start' }).click()
  await expect(page.getByRole('button', { name: copied })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('npm start')
  expect([...hosts]).toEqual([new URL(page.url()).host])
})

/** The links and buttons outside pictures that are filled with the accent colour of the page or its frame. */
function filledButtons(body: Element): (string | null)[] {
  const probe = document.createElement('i')
  body.append(probe)
  const accents = ['var(--accent)', 'var(--frame-accent)'].map((colour) => {
    probe.style.backgroundColor = colour
    return getComputedStyle(probe).backgroundColor
  })
  probe.remove()
  return [...body.querySelectorAll('a, button')]
    .filter((each) => !each.closest('[inert]') && accents.includes(getComputedStyle(each).backgroundColor))
    .map((each) => each.textContent)
}

test('Create account begins a new account with something to send to oneself', async ({ visitor, actor }) => {
  await actor('host')
  const page = await visitor()
  await page.goto('/')
  await expect(actions(page)).toHaveText([landingWords.create])
  await actions(page).click()
  await page.getByLabel(emailAddressLabel).fill('nina@example.org')
  await page.getByLabel(passwordLabel, { exact: true }).fill('lamp river seventeen')
  await page.getByRole('button', { name: landingWords.create, exact: true }).click()
  await expect(page).toHaveURL(/#people\/me$/)
  await expect(page.getByRole('heading', { name: sentence(noMessages.share, { name: 'Me' }) })).toBeVisible()
  await expect(page.getByRole('link', { name: phoneCard.phone })).toHaveAttribute('href', '/#devices/phone')
})

test('the pictured phone has the other theme than the page, and on a phone it stands there alone', async ({ visitor, actor }) => {
  await actor('host')
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await visitor({ ...desktopScreen, colorScheme })
    await page.goto('/')
    await expect(stage(page)).toBeVisible()
    const schemes = await stage(page).evaluate((root) => [...root.children].map((part) => getComputedStyle(part).colorScheme))
    expect(schemes).toEqual(colorScheme === 'light' ? ['light', 'dark'] : ['dark', 'light'])
    expect(await seriousFaults(page)).toEqual([])
    await showOn(page, phoneScreen)
    await expect.poll(() => stage(page).evaluate(({ firstElementChild }) => firstElementChild?.checkVisibility())).toBe(false)
    expect(await seriousFaults(page)).toEqual([])
  }
})

test('no word of the landing page is broken and nothing is cut off from 320 to 1280 px', async ({ visitor, actor }) => {
  await actor('host')
  const page = await visitor({ ...desktopScreen, reducedMotion: 'reduce' })
  await page.goto('/')
  await expect(stage(page)).toBeVisible()
  const broken: string[] = []
  for (const width of [320, 344, 360, 390, 430, 527, 528, 600, 768, 899, 900, 1000, 1024, 1280, 1600, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    for (const word of await page.getByRole('main').evaluate(brokenWords)) broken.push(`${width}: ${word}`)
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth)
    await expect.poll(wide, String(width)).toBeLessThanOrEqual(width)
  }
  expect(broken).toEqual([])
})

/** The words that are broken across lines. An address in a command may break anywhere. */
function brokenWords(main: Element): string[] {
  const found: string[] = []
  const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    if (node.parentElement?.closest('pre')) continue
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
