import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startTestServer } from '@waypost/server/test-server'
import { pageTitles } from '@waypost/web/words'
import { frameRefusal } from '@waypost/web/words/page/errors'
import { landingStage, landingWords } from '@waypost/web/words/page/landing'
import { composer, expect, history, say, test } from '../../actors/actors.ts'

const small = { viewport: { width: 390, height: 844 } }

test('SHELL-009 SHELL-010 (deviates) SHELL-011 SHELL-012 SHELL-013 SHELL-014 old and external addresses redirect', async ({
  actor,
  browser,
}) => {
  const alice = await actor('alice')
  for (const [from, to] of [
    ['/add-friend', '/#people/new'],
    ['/create-client', '/#settings/clients'],
    ['/account', '/#settings/account'],
  ] as const) {
    const page = await alice.open(from)
    await expect.poll(() => page.url().endsWith(to)).toBe(true)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.close()
  }
  const server = await startTestServer({
    WAYPOST_LINK_BLOG: 'http://127.0.0.1:1/blog',
    WAYPOST_LINK_HELP: 'http://127.0.0.1:1/help',
  })
  const context = await browser.newContext({ baseURL: server.origin })
  try {
    for (const [from, to] of [
      ['/blog', 'http://127.0.0.1:1/blog'],
      ['/help', 'http://127.0.0.1:1/help'],
      ['/api', `${server.origin}/docs/api`],
    ] as const) {
      const page = await context.newPage()
      await page.route(to, (route) => route.fulfill({ contentType: 'text/plain', body: 'arrived' }))
      await page.goto(from)
      await page.waitForURL(to)
      await page.close()
    }
  } finally {
    await context.close()
    await server.close()
  }
  // Without such sites, pages of this server take their place.
  const here = await alice.open('/blog')
  await expect(here).toHaveURL(/\/press$/)
  await expect(here.getByRole('heading', { level: 1, name: 'Press' })).toBeVisible()
  await here.goto('/help')
  await expect(here).toHaveURL(/\/support$/)
  await expect(here.getByRole('heading', { level: 1, name: 'Get in touch:' })).toBeVisible()
})

test('SHELL-007 GAP-032 /chat shows one conversation, with nothing around it', async ({ actor, visitor }) => {
  const alice = await actor('alice', small)
  await actor('bob')
  const page = await alice.open('/chat?target=bob@example.org')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await say(page, 'in a small window')
  await expect(history(page).getByText('in a small window')).toBeVisible()
  await expect(history(page).getByText('Sent', { exact: true })).toBeVisible()
  await page.goto('/chat#people/me')
  await expect(composer(page)).toHaveAccessibleName(landingStage.toMe)
  const guest = await visitor()
  await guest.goto('/chat?target=bob@example.org')
  await expect(guest).toHaveURL(/\/signin\?next=%2Fchat%3Ftarget%3Dbob%40example\.org$/)
})

test('SHELL-024 SHELL-028 an internal link stays in the page; with a modifier key or the middle button the browser handles it', async ({
  visitor,
}) => {
  const page = await visitor()
  await page.goto('/')
  await page.evaluate(() => Object.assign(window, { same: true }))
  const stays = () => page.evaluate(() => 'same' in window)
  const link = page.getByRole('banner').getByRole('link', { name: 'Sign In' })
  for (const how of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { button: 1 }]) {
    const taken = await link.evaluate(
      (element, init) => {
        const event = new MouseEvent(init.button ? 'auxclick' : 'click', { bubbles: true, cancelable: true, ...init })
        let prevented = true
        addEventListener(
          event.type,
          () => {
            prevented = event.defaultPrevented
            event.preventDefault()
          },
          { once: true },
        )
        element.dispatchEvent(event)
        return prevented
      },
      how as { ctrlKey?: boolean; button?: number },
    )
    expect([how, taken]).toEqual([how, false])
    await expect(page).toHaveURL(/\/$/)
  }
  await link.click()
  await expect(page).toHaveURL(/\/signin/)
  expect(await stays()).toBe(true)
})

test('SHELL-025 SHELL-026 http and mailto links are left to the browser, and leave the page', async ({ browser }) => {
  const server = await startTestServer({
    WAYPOST_LINK_BLOG: 'http://blog.example.org/',
    WAYPOST_SUPPORT_EMAIL: 'help@example.org',
  })
  const context = await browser.newContext({ baseURL: server.origin })
  try {
    const page = await context.newPage()
    await context.route('http://blog.example.org/', (route) => route.fulfill({ contentType: 'text/plain', body: 'arrived' }))
    await page.goto('/')
    await page.getByRole('banner').getByRole('link', { name: 'Blog' }).click()
    await expect(page).toHaveURL('http://blog.example.org/')
    await expect(page.getByText('arrived')).toBeVisible()

    // This machine has no mail program, so the test checks whether the browser would open one.
    await page.goto('/auth_error?reason=email')
    const mail = page.getByRole('main').locator('a[href^="mailto:"]')
    await expect(mail).toHaveAttribute('href', 'mailto:help@example.org')
    const left = await mail.evaluate((link) => {
      const event = new MouseEvent('click', { bubbles: true, cancelable: true })
      let prevented = true
      addEventListener(
        'click',
        () => {
          prevented = event.defaultPrevented
          event.preventDefault()
        },
        { once: true },
      )
      link.dispatchEvent(event)
      return !prevented
    })
    expect(left).toBe(true)
    await expect(page).toHaveURL(/\/auth_error\?reason=email$/)
  } finally {
    await context.close()
    await server.close()
  }
})

test('SHELL-030 SHELL-031 GAP-036 in a frame of another site one sentence is shown, and no account', async ({
  actor,
  server,
}) => {
  const alice = await actor('alice')
  const other = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<title>other</title><iframe src="${server.origin}/#people/me" width="900" height="600"></iframe>`)
  })
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  try {
    const page = await alice.context.newPage()
    await page.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`)
    const frame = page.frameLocator('iframe')
    await expect(frame.getByText(frameRefusal.refused, { exact: true })).toBeVisible()
    await expect(frame.getByRole('textbox')).toHaveCount(0)
    await expect(frame.getByRole('button')).toHaveCount(0)
  } finally {
    other.close()
  }
})

test('SHELL-027 SHELL-036 GAP-033 inside our own frame a link opens its own window', async ({ visitor }) => {
  const page = await visitor()
  await page.goto('/page-preview')
  await expect(page.getByRole('heading', { level: 1, name: pageTitles.pagePreview })).toBeVisible()
  const frame = page.frameLocator('iframe').first()
  const opened = page.waitForEvent('popup')
  await frame.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
  await expect(await opened).toHaveURL(/\/signin\?next=\/$/)
  await expect(frame.getByRole('heading', { level: 1, name: landingWords.title })).toBeVisible()
})

test('SHELL-035 GAP-033 the internal style guide shows each component in both themes, or in the selected one', async ({
  visitor,
}) => {
  const page = await visitor()
  await page.goto('/style-guide')
  await expect(page.getByRole('heading', { level: 1, name: pageTitles.styleGuide })).toBeVisible()
  const specimens = page.getByRole('heading', { level: 3 })
  const themes = page.getByRole('heading', { level: 2, name: /^(light|dark)$/ })
  await expect(themes).toHaveText(['light', 'dark'])
  const names = await specimens.allTextContents()
  for (const name of ['Button', 'TextField', 'Menu', 'Banner', 'Badge', 'Avatar', 'Bubble, cards and dividers', 'Spinner'])
    expect(
      names.filter((each) => each === name),
      name,
    ).toHaveLength(2)
  // Dots only run in busy buttons, once in each.
  await expect(page.getByRole('button').filter({ has: page.locator('i') })).toHaveText(
    Array.from({ length: 2 }, () => ['Busy', 'Busy with an icon']).flat(),
  )
  for (const busy of await page.getByRole('button', { name: /^Busy/ }).all()) await expect(busy.locator('i')).toHaveCount(3)
  await page.getByRole('button', { name: 'dark', exact: true }).click()
  await expect(themes).toHaveText(['dark'])
  await expect(specimens).toHaveCount(names.length / 2)
})
