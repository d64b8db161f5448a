import { startTestServer } from '@waypost/server/test-server'
import { serverVersion } from '@waypost/web/words/admin/operation'
import { headerWords, links as linksText } from '@waypost/web/words/page/header'
import { landingWords } from '@waypost/web/words/page/landing'
import { paneHeader } from '@waypost/web/words/page/shell'
import { expect, test } from '../../actors/actors.ts'
import { sentence } from '../../actors/words/sentence.ts'

const small = { viewport: { width: 390, height: 844 } }

test('SHELL-038 SHELL-041 SHELL-042 GAP-031 the header of a visitor and of an account', async ({ actor, visitor }) => {
  const guest = await visitor()
  await guest.goto('/')
  await expect(guest.getByRole('heading', { level: 1, name: landingWords.title })).toBeVisible()
  await expect(
    guest.getByText(/^Notes, links, files and texts between your phone, your computers and the people you know/),
  ).toBeVisible()
  await expect(guest.getByRole('banner').getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/signin?next=/')
  const alice = await actor('alice')
  const page = await alice.open()
  for (const each of [guest, page]) {
    const logo = each.getByRole('banner').getByRole('link', { name: sentence(headerWords.homeLink, { name: 'Waypost' }) })
    await expect(logo.locator('svg')).toBeVisible()
    await expect(logo).toContainText(serverVersion.version)
  }
  await page.getByRole('button', { name: sentence(headerWords.account, { name: 'Alice' }) }).click()
  const items = page.getByRole('menuitem')
  await expect(items).toHaveText(['My Account', 'Invite Friends', 'Sign Out'])
  await items.getByText('My Account').click()
  await expect(page).toHaveURL(/#settings\/account$/)
})

test("SHELL-039 SHELL-040 the account button shows the user's picture; without one, and until it is loaded, the initials; an account with Pro has its ribbon, and a free one has none", async ({
  actor,
  server,
}) => {
  const alice = await actor('alice')
  const page = await alice.open()
  const button = page.getByRole('button', { name: sentence(headerWords.account, { name: 'Alice' }) })
  const initials = button.locator('[data-initials=A]')
  await expect(initials).toBeVisible()
  await expect(button.locator('img')).toHaveCount(0)
  const ribbon = page.getByRole('banner').getByText(headerWords.proLong)
  await expect(ribbon).toHaveCount(0)
  const image = `${server.origin}/img/deviceicons/user.png`
  await page.route('**/v2/users/me', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), image_url: image, pro: true } })
  })
  await page.reload()
  const picture = button.locator('img')
  await expect(picture).toHaveAttribute('src', image)
  await expect(picture).toHaveCSS('opacity', '1')
  await expect(ribbon).toBeAttached()
  await page.route(image, (route) => route.abort())
  await page.reload()
  await expect(picture).toHaveCount(0)
  await expect(initials).toBeVisible()
})

test('SHELL-037 SHELL-048 SHELL-049 SHELL-050 SHELL-051 GAP-080 links are in order, and only those that lead somewhere', async ({
  browser,
}) => {
  const server = await startTestServer({
    WAYPOST_LINK_BLOG: 'https://blog.example.org/',
    WAYPOST_LINK_HELP: 'https://help.example.org/',
    WAYPOST_LINK_ANDROID: 'https://store.example.org/app',
    WAYPOST_LINK_MASTODON: 'https://social.example.org/@waypost',
    WAYPOST_SUPPORT_EMAIL: 'help@example.org',
  })
  const context = await browser.newContext({ baseURL: server.origin })
  try {
    const page = await context.newPage()
    await page.goto('/')
    const named = page.getByRole('banner').getByRole('navigation', { name: linksText.navigation }).getByRole('link')
    await expect(named).toHaveText(['Apps', 'Channels', 'Blog', 'Pro', 'API', 'Help'])
    const footer = page.getByRole('contentinfo')
    const pages = ['Apps', 'Channels', 'Pro', 'API', 'Press', 'About Us', 'Privacy Policy', 'Terms of Service']
    const order = (await footer.getByRole('link').allTextContents()).filter((name) => pages.includes(name))
    expect(order).toEqual(pages)
    await expect(footer.getByRole('link', { name: linksText.android })).toHaveAttribute('href', 'https://store.example.org/app')
    await expect(footer.getByRole('link', { name: 'Mastodon' })).toHaveAttribute('href', 'https://social.example.org/@waypost')
    await expect(footer.getByRole('link', { name: linksText.support })).toHaveAttribute(
      'href',
      /^(mailto:help@example\.org|\/support)$/,
    )
    const all = await page.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    for (const href of new Set(all.filter((href) => href.startsWith('/') && !href.startsWith('/docs/')))) {
      // Nothing of the previous page remains.
      await page.goto('about:blank')
      await page.goto(href)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expect(page.getByText('404 Page not found')).toHaveCount(0)
    }
  } finally {
    await context.close()
    await server.close()
  }
})

test('SHELL-044 SHELL-045 SHELL-046 the small header has a hamburger with Home, the links and Sign Out, and a way back on sub-pages', async ({
  actor,
  visitor,
}) => {
  const alice = await actor('alice', small)
  const page = await alice.open('/#people')
  await page.getByRole('button', { name: headerWords.menu }).click()
  // This server has no blog and no help site.
  const entry = (name: string) => page.getByRole('menuitem', { name, exact: true })
  for (const name of ['Home', 'Apps', 'Channels', 'Pro', 'API', 'Sign Out']) await expect(entry(name)).toBeVisible()
  for (const name of ['Blog', 'Help']) await expect(entry(name)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.goto('/#people/me')
  await expect(page.getByRole('link', { name: sentence(paneHeader.back, { section: 'People' }) })).toBeVisible()
  const guest = await visitor(small)
  await guest.goto('/no-such-page')
  await guest.getByRole('banner').getByRole('link', { name: headerWords.back }).click()
  await expect(guest).toHaveURL(/\/$/)
  await expect(guest.getByRole('button', { name: headerWords.menu })).toBeVisible()
})
