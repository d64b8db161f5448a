import { copied } from '@waypost/web/words/ui/words'
import { desktopScreen, phoneScreen } from '../../actors/accessibility.ts'
import { expect, type Page, test } from '../../actors/actors.ts'
import { test as atServer } from '../../actors/mail-server.ts'

const scripts = /\/assets\/.*\.js/

/** Holds back the app's scripts until the returned function is called. */
async function heldApp(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(scripts, async (route) => {
    await held.promise
    await route.continue()
  })
  return () => held.resolve()
}

/** The page's markup, without the parts only React needs. */
const markup = (page: Page) =>
  page.locator('#root').evaluate((root) => root.innerHTML.replaceAll(/<!--.*?-->/g, '').replaceAll(/_[rR]_\w*_/g, 'id'))

/** The app's own rendering: a hash keeps the page from showing the server's. */
async function drawnByApp(page: Page): Promise<string> {
  await page.goto('/#')
  await page.goto('/#none')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return markup(page)
}

/** @returns a function that lets the app load */
async function openWithoutApp(page: Page): Promise<() => void> {
  const release = await heldApp(page)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return release
}

for (const [name, screen] of [
  ['1280', desktopScreen],
  ['390', phoneScreen],
] as const)
  test(`at ${name} px the landing page is there before any script of the app, which takes over what is there, with no frame between`, async ({
    visitor,
    actor,
  }) => {
    await actor('host')
    const page = await visitor(screen)
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(String(error)))
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    const release = await openWithoutApp(page)
    const before = await markup(page)
    await page.evaluate(() => {
      const heading = document.querySelector('h1')
      Object.assign(window, { heading, blank: 0 })
      const look = () => {
        if (!document.querySelector('h1')?.checkVisibility()) Object.assign(window, { blank: Reflect.get(window, 'blank') + 1 })
        requestAnimationFrame(look)
      }
      look()
    })
    release()
    await page.waitForLoadState('networkidle')
    await page.getByRole('button', { name: 'Copy npm start' }).click()
    await expect(
      page
        .getByText(/^Copied$|^Couldn’t copy/)
        .or(page.getByRole('button', { name: copied }))
        .first(),
    ).toBeVisible()
    expect(await page.evaluate(() => Reflect.get(window, 'blank'))).toBe(0)
    expect(await page.evaluate(() => Reflect.get(window, 'heading') === document.querySelector('h1'))).toBe(true)
    expect(errors).toEqual([])
    const other = await visitor(screen)
    expect(before).toBe(await drawnByApp(other))
  })

test('before the app is there, a link leads to its page, and a press on a button is done once it is', async ({
  visitor,
  actor,
}) => {
  await actor('host')
  const page = await visitor(phoneScreen)
  const release = await openWithoutApp(page)
  await page.getByRole('button', { name: 'Menu' }).click()
  release()
  await expect(page.getByRole('menuitem', { name: 'Apps' })).toBeVisible()
  const guest = await visitor(desktopScreen)
  await openWithoutApp(guest)
  await guest.getByRole('main').getByRole('link', { name: 'Create account' }).click({ noWaitAfter: true })
  await expect(guest).toHaveURL(/\/signin\?next=\/&create=1$/)
})

test('neither another page nor a browser with an account shows the landing page', async ({ visitor, actor }) => {
  const alice = await actor('alice', desktopScreen)
  const page = await alice.open('/#people/me')
  await heldApp(page)
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await expect(page.locator('#skeleton')).toBeVisible()
  await expect(page.locator('#root')).toBeEmpty()
  const guest = await visitor(desktopScreen)
  await heldApp(guest)
  await guest.goto('/signin', { waitUntil: 'domcontentloaded' })
  await expect(guest.locator('#root')).toBeEmpty()
})

atServer.describe('where accounts are by invitation and there are links', () => {
  atServer.use({
    settings: {
      WAYPOST_SIGNUP: 'invite',
      WAYPOST_LINK_BLOG: 'https://blog.example.org/?a=1&b="2"',
      WAYPOST_LINK_MASTODON: 'https://social.example.org/@us',
    },
  })

  atServer(
    'what is drawn before the app has them, as the app draws them: Sign In first, and how new people come in',
    async ({ visitor }) => {
      const page = await visitor(desktopScreen)
      await openWithoutApp(page)
      await expect(page.getByRole('main').getByRole('link')).toHaveText(['Sign In'])
      await expect(page.getByText('This server is invite-only. Open the link in your invitation.')).toBeVisible()
      await expect(page.getByRole('link', { name: 'Mastodon' })).toHaveAttribute('href', 'https://social.example.org/@us')
      const before = await markup(page)
      expect(before).toBe(await drawnByApp(await visitor(desktopScreen)))
    },
  )
})
