import { serverVersion } from '@waypost/web/words/admin/operation'
import { headerWords } from '@waypost/web/words/page/header'
import { markdownPage } from '@waypost/web/words/page/markdown'
import { desktopScreen, faultsOnEachScreen, seriousFaults } from '../../actors/accessibility.ts'
import { expect, test } from '../../actors/actors.ts'
import { hold } from '../../actors/hold-requests.ts'
import { sentence } from '../../actors/words/sentence.ts'

const pages = [
  ['/tos', 'Terms of Service'],
  ['/privacy', 'Privacy Policy'],
  ['/extension-privacy', 'Privacy of the browser extension'],
  ['/press', 'Press'],
  ['/unsubscribed', 'You are unsubscribed'],
  ['/press/a-program-of-your-own', 'Waypost, a program of your own'],
] as const

test('SHELL-055 SHELL-056 SHELL-057 SHELL-058 SHELL-059 API-071 GAP-033 each text is loaded from the pages folder by its name', async ({
  visitor,
}) => {
  const page = await visitor()
  for (const [path, title] of pages) {
    const name = path.split('/').at(-1)
    const fetched = page.waitForResponse(`**/pages/${name}.md`)
    await page.goto(path)
    const answer = await fetched
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'text/markdown; charset=utf-8'])
    expect(await answer.text()).toMatch(new RegExp(`^# ${title}\n`))
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
    await expect(page).toHaveTitle(`${title} – Waypost`)
    await expect(page.getByRole('main').getByText(/\{\w+\}/)).toHaveCount(0)
  }
})

test('SHELL-060 a missing text says so; one that did not load can be requested again', async ({ visitor }) => {
  const page = await visitor()
  await page.goto('/press/no-such-release')
  await expect(page.getByText(sentence(markdownPage.missing, { name: 'no-such-release' }), { exact: true })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Home' }).click()
  await expect(page).toHaveURL(/\/$/)
  for (const answer of [
    { status: 500, contentType: 'text/html', body: 'oh' },
    { status: 200, contentType: 'text/html', body: '<h1>Welcome to our hotel</h1>' },
  ]) {
    await page.route('**/pages/*.md', (route) => route.fulfill(answer))
    await page.goto('/privacy')
    await expect(page.getByRole('heading', { level: 1, name: markdownPage.failed })).toBeVisible()
    await expect(page).toHaveTitle(serverVersion.version)
    await page.unrouteAll()
    const arrive = await hold(page, '**/pages/*.md')
    await page.getByRole('button', { name: markdownPage.retry }).click()
    await expect(page.getByRole('heading', { level: 1, name: markdownPage.loading })).toBeAttached()
    await expect(page.getByRole('status').filter({ hasText: markdownPage.loading })).toBeAttached()
    arrive()
    await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible()
  }
})

test('SHELL-024 SHELL-055 a link in a text stays in the page and keeps the sign-in; nothing in a text runs', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const page = await alice.open('/about')
  await expect(page.getByRole('button', { name: sentence(headerWords.account, { name: 'Alice' }) })).toBeVisible()
  await page.evaluate(() => Object.assign(window, { same: true }))
  const privacy = page.getByRole('main').getByRole('link', { name: 'Privacy Policy' })
  // The browser opens it in a new tab.
  const opened = page.context().waitForEvent('page')
  await privacy.click({ modifiers: ['Control'] })
  await (await opened).close()
  await expect(page).toHaveURL(/\/about$/)
  await privacy.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Service' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Terms of Service' })).toBeVisible()
  expect(await page.evaluate(() => 'same' in window)).toBe(true)
  const hostile = `# Fine
<script>document.title = 'ran'</script><img src=x onerror="document.title='ran'"><form action="/v2/users/me"><input name=q></form>
[press](javascript:document.title='ran') <style>body { display: none }</style> <b id="main" style="position:fixed">bold</b>`
  await page.route('**/pages/tos.md', (route) => route.fulfill({ contentType: 'text/markdown; charset=utf-8', body: hostile }))
  await page.goto('/tos')
  await expect(page.getByRole('heading', { level: 1, name: 'Fine' })).toBeVisible()
  await expect(page).toHaveTitle('Fine – Waypost')
  const article = page.getByRole('article')
  expect(await article.locator('script, style, form, input, [style], [onerror], [id], a[href^="javascript"]').count()).toBe(0)
})

test('SHELL-055 axe finds nothing serious on texts, and none scrolls sideways, at 1280 and 390 px', async ({ visitor }) => {
  const page = await visitor(desktopScreen)
  for (const path of ['/privacy', '/extension-privacy', '/press/no-such-release']) {
    await page.goto(path)
    const title = page.getByRole('heading', { level: 1 }).and(page.locator(':visible:not(.hidden-words)'))
    const faults = await faultsOnEachScreen(page, path, title, {
      judge: async () => {
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
        expect([path, overflow]).toEqual([path, 0])
        return seriousFaults(page)
      },
    })
    expect(faults).toEqual([])
  }
})
