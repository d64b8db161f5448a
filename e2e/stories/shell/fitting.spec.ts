import { expect, type Page, test } from '../../actors/actors.ts'
import { channel } from '../../actors/sidebar.ts'

/** The buttons and fields in the header, the list and the composer that are smaller than this. A field includes its frame. */
const tooSmall = (page: Page) =>
  page.evaluate(() => {
    const framed = ({ parentElement }: HTMLElement) => parentElement && getComputedStyle(parentElement).borderTopWidth === '1px'
    return [
      ...document.querySelectorAll<HTMLElement>(
        'header :is(a, button), nav :is(a, button, label), form :is(input, textarea, button)',
      ),
    ]
      .filter(
        (element) => !element.closest('[inert]') && element.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
      )
      .map((element) => ({
        box: (framed(element) ? (element.parentElement as HTMLElement) : element).getBoundingClientRect(),
        name: element.outerHTML.slice(0, 90),
      }))
      .filter(({ box }) => box.width > 1 && Math.min(box.width, box.height) < 43.5)
      .map(({ box, name }) => `${Math.round(box.width)}x${Math.round(box.height)} ${name}`)
  })

test('on touch the header, lists and the composer have targets of 44 px (acceptance point 28)', async ({ actor }) => {
  const alice = await actor('alice', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await alice.call('/v2/chats', { email: 'bob@example.org' })
  await alice.call('/v2/devices', { nickname: 'Laptop', type: 'linux' })
  await channel(alice, 'design', 'Design notes')
  const places = [
    '/#people',
    '/#people/me',
    '/#people/bob@example.org',
    '/#people/new',
    '/#devices',
    '/#devices/new',
    '/#following',
  ]
  const page = await alice.open()
  for (const place of [
    ...places,
    '/#following/design',
    '/#settings',
    '/#settings/account',
    '/chat',
    '/privacy',
    '/no-such-page',
  ]) {
    await page.goto(place)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    expect([place, await tooSmall(page)]).toEqual([place, []])
  }
})

/** The words of headings and buttons that are broken across two lines although they fit into one. */
const brokenWords = (page: Page) =>
  page.evaluate(() => {
    const range = document.createRange()
    const broken: string[] = []
    for (const element of document.querySelectorAll<HTMLElement>('h1, h2, h3, button, a')) {
      // Text for screen readers only is in a one-pixel box.
      if (element.getBoundingClientRect().width < 2) continue
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text; text = texts.nextNode())
        for (const { 0: word, index } of text.nodeValue?.matchAll(/[^\s-]+/g) ?? []) {
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
          if (lines.size > 1 && word.length < 20) broken.push(`${word}: ${element.outerHTML.slice(0, 120)}`)
        }
    }
    return broken
  })

test('at 390 and 320 px no word of a heading, link or button breaks', async ({ actor }) => {
  const alice = await actor('alice', { viewport: { width: 390, height: 700 } })
  await channel(alice, 'garden', 'Garden notes')
  const page = await alice.open()
  const places = [
    '/channels',
    '/my-channels',
    '/my-channel',
    '/my-channel?tag=garden',
    '/channel?tag=garden',
    '/subscribe?channel_tag=garden',
  ]
  const settings = ['account', 'history', 'devices', 'invite', 'people', 'channels', 'clients', 'encryption']
  const more = ['/pro', '/support', '/apps', '/oauth', '/oauth-apps', '/login-success', '/privacy', '/signin?method=add']
  for (const place of [...places, ...settings.map((tab) => `/#settings/${tab}`), ...more]) {
    await page.goto(place)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 700 })
      await expect.poll(async () => [place, width, await brokenWords(page)]).toEqual([place, width, []])
    }
  }
})

test('at every width nothing in the panes is cut off at the end (acceptance point 15)', async ({ actor }) => {
  const alice = await actor('alice')
  await alice.call('/v2/chats', { email: 'somebody.with.a.long.address@example.org' })
  const page = await alice.open('/#people/somebody.with.a.long.address@example.org')
  await page.getByRole('textbox', { name: /^Message to/ }).waitFor()
  for (const width of [528, 560, 604, 620, 667, 700, 768, 900, 1280]) {
    await page.setViewportSize({ width, height: 700 })
    const cutOff = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('nav, main, header')].flatMap((pane) => {
          const end = pane.getBoundingClientRect().right
          return [...pane.querySelectorAll('input, textarea, button, a, h1')]
            .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert]'))
            .filter((element) => element.getBoundingClientRect().right > end + 0.5)
            .map((element) => element.outerHTML.slice(0, 90))
        }),
      )
    await expect.poll(async () => [width, ...(await cutOff())]).toEqual([width])
  }
})
