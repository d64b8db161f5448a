import { widgetWords } from '@waypost/web/words/channel/widget'
import sharp from 'sharp'
import { desktopScreen, faultsOnEachScreen, load, seriousFaults } from '../../actors/accessibility.ts'
import { expect, type Page } from '../../actors/actors.ts'
import { snippet, test, told, widget } from '../../actors/embedding-page.ts'
import { hold } from '../../actors/hold-requests.ts'
import { channel } from '../../actors/sidebar.ts'
import { sentence } from '../../actors/words/sentence.ts'

const button = (page: Page) => widget(page).getByRole('button')

test('SHELL-032 CHAN-043 CHAN-045 CHAN-049 a page of another site shows the button, and receives its size', async ({
  actor,
  visitor,
  server,
  host,
}) => {
  const bob = await actor('bob')
  await channel(bob, 'garden', 'Garden notes')
  await channel(bob, 'long', 'A name that does not end '.repeat(30))
  const page = await visitor()
  const heights: number[] = []
  for (const size of ['small', 'medium', 'large']) {
    await page.goto(await host(snippet(server.origin, `channel=garden&size=${size}`)))
    await expect(button(page)).toHaveAccessibleName(sentence(widgetWords.subscribe, { name: 'Garden notes' }))
    const wanted = await page.locator('iframe').boundingBox()
    await expect
      .poll(async () => (await told(page, 'waypost-widget-size')).at(-1))
      .toEqual({
        type: 'waypost-widget-size',
        origin: server.origin,
        channel: 'garden',
        width: Math.round(wanted?.width ?? 0),
        height: Math.round(wanted?.height ?? 0),
      })
    heights.push(wanted?.height ?? 0)
    expect(await widget(page).locator('html').evaluate(cutOff)).toEqual([0, 0])
  }
  expect(heights).toEqual([...heights].sort((one, other) => one - other))
  expect(new Set(heights).size).toBe(3)
  await page.goto(await host(snippet(server.origin, 'channel=long')))
  await expect(button(page)).toHaveAccessibleName(/^Subscribe to A name that does not end/)
  await expect.poll(async () => (await told(page, 'waypost-widget-size')).at(-1)?.width).toBe(480)
  await page.setViewportSize({ width: 320, height: 640 })
  await expect.poll(async () => (await page.locator('iframe').boundingBox())?.width).toBeLessThan(320)
  expect(await widget(page).locator('html').evaluate(cutOff)).toEqual([0, 0])
})

/** By how much an element's content overflows, horizontally and vertically, in pixels. */
const cutOff = (element: Element) => [element.scrollWidth - element.clientWidth, element.scrollHeight - element.clientHeight]

test('CHAN-044 CHAN-008 widget=card draws the channel: picture, name, tag, description, and followers from six on', async ({
  actor,
  visitor,
  server,
  host,
}) => {
  const bob = await actor('bob')
  await channel(bob, 'garden', 'Garden notes')
  const page = await visitor()
  let followers = 5
  await page.route('**/v2/channel-info?*', async (route) => {
    const answer = await route.fetch()
    const picture = `${server.origin}/icon.svg`
    await route.fulfill({ json: { ...(await answer.json()), subscriber_count: followers, image_url: picture } })
  })
  const address = await host(snippet(server.origin, 'channel=garden&widget=card'))
  await page.goto(address)
  const card = widget(page).getByRole('article', { name: 'Garden notes' })
  await expect(card.getByRole('heading', { name: 'Garden notes' })).toBeVisible()
  await expect(card).toContainText('@garden')
  await expect(card).toContainText('All about garden.')
  await expect(card.locator('img[data-shown]')).toHaveAttribute('src', /\/icon\.svg$/)
  await expect(card.getByRole('button', { name: sentence(widgetWords.subscribe, { name: 'Garden notes' }) })).toBeVisible()
  await expect(card).not.toContainText('follower')
  followers = 6
  await page.goto(address)
  await expect(card).toContainText('6 followers')
})

test("AUTH-015 CHAN-043 a token in the widget's hash is ignored, and a new hash is another widget", async ({
  visitor,
  actor,
}) => {
  await channel(await actor('bob'), 'garden', 'Garden notes')
  const page = await visitor()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/widget.html#channel=garden&access_token=stolen&state=abc')
  await expect(page.getByRole('button')).toHaveAccessibleName(sentence(widgetWords.subscribe, { name: 'Garden notes' }))
  expect(asked.filter((path) => path.startsWith('/v'))).toEqual(['/v2/channel-info'])
  expect(await page.evaluate(() => [localStorage.length, location.pathname])).toEqual([0, '/widget.html'])
  await page.evaluate(() => {
    location.hash = '#channel=garden&widget=card'
  })
  await expect(page.getByRole('article', { name: 'Garden notes' })).toBeVisible()
})

test('CHAN-012 CHAN-053 the widget says that it is loading, that there is no such channel, or why not, and retries', async ({
  visitor,
  actor,
}) => {
  await channel(await actor('bob'), 'garden', 'Garden notes')
  const page = await visitor()
  const answer = await hold(page, '**/v2/channel-info?*', 'abort')
  await page.goto('/widget.html#channel=garden')
  await expect(page.getByRole('status')).toHaveText(widgetWords.loading)
  answer()
  await expect(page.getByRole('alert')).toContainText('Error loading this channel')
  await expect(page.getByRole('alert')).toContainText('Could not connect to server')
  await page.unroute('**/v2/channel-info?*')
  await page.getByRole('button', { name: 'Retry' }).press('Enter')
  await expect(page.getByRole('button')).toHaveAccessibleName(sentence(widgetWords.subscribe, { name: 'Garden notes' }))
  await expect(page.getByRole('button')).toBeFocused()
  for (const hash of ['#channel=no-such-tag', '', '#channel=', `#channel=${'a'.repeat(10_000)}`]) {
    await page.goto('about:blank')
    await page.goto(`/widget.html${hash}`)
    await expect(page.getByText('Sorry, this channel does not exist.', { exact: true })).toBeVisible()
  }
})

test('CHAN-043 CHAN-044 script and endless words in the address and in the channel run nothing and break nothing', async ({
  visitor,
  actor,
}) => {
  await channel(await actor('bob'), 'garden', 'Garden notes')
  const script = '<img src=x onerror="window.ran = true"><script>window.ran = true</script>'
  const long = 'endless'.repeat(1_500)
  const page = await visitor({ viewport: { width: 320, height: 640 } })
  for (const text of [script, long, '\u202eשלום עולם \u2067مرحبا']) {
    await page.route('**/v2/channel-info?*', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ json: { ...(await answer.json()), name: text, description: text, image_url: text, tag: text } })
    })
    for (const hash of ['channel=garden', 'channel=garden&widget=card', `channel=garden&size=${text}&code=${text}`]) {
      await page.goto('about:blank')
      await page.goto(`/widget.html#${hash}`)
      await expect(page.getByRole('button')).toHaveAccessibleName(/^Subscribe to /)
      expect(await page.locator('html').evaluate(cutOff)).toEqual([0, 0])
    }
    await page.goto('about:blank')
    await page.goto(`/widget.html#channel=${encodeURIComponent(text)}`)
    await expect(page.getByText('Sorry, this channel does not exist.')).toBeVisible()
    await page.unroute('**/v2/channel-info?*')
  }
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
})

test('CHAN-044 CHAN-045 the widget uses dark colours on a dark page, and its background is transparent', async ({
  browser,
  actor,
  server,
  host,
}) => {
  await channel(await actor('bob'), 'garden', 'Garden notes')
  // Playwright's emulation would override the preference of the embedding page.
  const context = await browser.newContext({ colorScheme: null })
  const page = await context.newPage()
  for (const [scheme, ground] of [
    ['light', [240, 230, 220]],
    ['dark', [30, 40, 60]],
  ] as const) {
    const style = `<style>html{color-scheme:${scheme};background:rgb(${ground})}body{margin:0}iframe{display:block}</style>`
    await page.goto(await host(style + snippet(server.origin, 'channel=garden&scheme=page', `color-scheme:${scheme}`)))
    await expect(button(page)).toBeVisible()
    expect(
      await widget(page)
        .locator('html')
        .evaluate((html) => getComputedStyle(html).colorScheme),
    ).toBe(scheme)
    const corner = await page.screenshot({ clip: { x: 0, y: 0, width: 4, height: 4 } })
    const { channels } = await sharp(corner).removeAlpha().stats()
    expect([scheme, channels.map(({ mean }) => mean)]).toEqual([scheme, [...ground]])
  }
  await context.close()
})

test('CHAN-045 a reader who prefers dark colours sees a light widget on a light page, with the snippet and without a colour scheme on it', async ({
  actor,
  server,
  host,
}) => {
  await channel(await actor('bob'), 'garden', 'Garden notes')
  const dark = await actor('alice', { colorScheme: 'dark' })
  const page = await dark.context.newPage()
  for (const frame of ['', 'color-scheme:normal']) {
    const style = '<style>html{background:rgb(240 230 220)}body{margin:0}iframe{display:block}</style>'
    await page.goto(await host(style + snippet(server.origin, 'channel=garden', frame)))
    await expect(button(page)).toBeVisible()
    const corner = await page.screenshot({ clip: { x: 0, y: 0, width: 4, height: 4 } })
    const { channels } = await sharp(corner).removeAlpha().stats()
    expect([frame, channels.map(({ mean }) => mean)]).toEqual([frame, [240, 230, 220]])
  }
})

test('SHELL-032 the widget is small: one script of its own, and nothing of the client', async ({ visitor, actor }) => {
  await channel(await actor('bob'), 'garden', 'Garden notes')
  const page = await visitor()
  const sizes: Record<string, number[]> = {}
  page.on('requestfinished', async (request) => {
    const { responseBodySize } = await request.sizes()
    sizes[request.resourceType()] = [...(sizes[request.resourceType()] ?? []), responseBodySize]
  })
  await page.goto('/widget.html#channel=garden')
  await expect(page.getByRole('button')).toBeVisible()
  await expect.poll(() => [sizes.script?.length, sizes.stylesheet?.length]).toEqual([1, 1])
  expect(sizes.script?.[0]).toBeLessThan(13_700)
  expect(sizes.stylesheet?.[0]).toBeLessThan(4_100)
})

test('axe finds nothing serious in the widget at 1280 and 390 px, and its button is large enough for touch (acceptance point 1)', async ({
  actor,
}) => {
  const alice = await actor('alice', desktopScreen)
  const bob = await actor('bob')
  await channel(bob, 'garden', 'Garden notes')
  await channel(bob, 'beans', 'Beans')
  await alice.call('/v2/subscriptions', { channel_tag: 'beans' })
  const page = await alice.open('about:blank')
  for (const hash of ['channel=garden', 'channel=beans', 'channel=garden&widget=card', 'channel=beans&widget=card&size=small']) {
    await load(page, `/widget.html#${hash}`)
    const button = page.getByRole('button')
    const faults = await faultsOnEachScreen(page, hash, button, {
      judge: async ({ hasTouch }) => {
        if (hasTouch) expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
        return seriousFaults(page)
      },
      readOut: hash.includes('small') ? page : undefined,
    })
    expect(faults).toEqual([])
    await load(page, `/widget.html#${hash}`)
    await page.route(/\/v2\/subscriptions/, (route) => route.abort())
    await button.click()
    expect(await faultsOnEachScreen(page, `${hash} refused`, page.getByRole('alert'))).toEqual([])
    await page.unroute(/\/v2\/subscriptions/)
  }
  await load(page, '/widget.html')
  expect(await faultsOnEachScreen(page, 'no channel', page.getByRole('alert'))).toEqual([])
})
