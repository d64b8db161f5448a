import { voiceButton } from '@waypost/web/words/push/voice'
import { desktopScreen, phoneScreen } from '../../actors/accessibility.ts'
import { type Actor, composer, expect, history, type Page, test } from '../../actors/actors.ts'
import { fill, note, scroller } from '../../actors/many-notes.ts'
import { pointIn, swipe, touchesOn, touchScripts, watchesTouch } from '../../actors/touch.ts'

const phone = { ...phoneScreen, permissions: ['microphone', 'clipboard-read', 'clipboard-write'] }

async function withBuzzes({ context }: Actor): Promise<void> {
  await context.addInitScript(() => {
    const buzzes: unknown[] = []
    Object.assign(window, { buzzes })
    navigator.vibrate = (pattern) => buzzes.push(pattern) > 0
  })
}
const buzzes = (page: Page) => page.evaluate(() => (window as unknown as { buzzes: unknown[] }).buzzes)

async function openNote(alice: Actor): Promise<Page> {
  await alice.call('/v2/pushes', { type: 'note', body: 'a note to press' })
  const page = await alice.open()
  await watchesTouch(page)
  await expect(history(page).getByText('a note to press')).toBeVisible()
  return page
}

async function pressLong(page: Page): Promise<void> {
  const session = await touchesOn(page)
  const at = await pointIn(history(page).getByText('a note to press'))
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
  await expect(page.getByRole('menu', { name: 'Message actions' })).toBeVisible()
  expect(await page.evaluate(() => String(getSelection()))).toBe('')
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

test('a phone buzzes once when a long press opens a menu, when a swipe is far enough, and when a voice message begins, and never for a tap', async ({
  actor,
}) => {
  const alice = await actor('alice', phone)
  await withBuzzes(alice)
  const page = await openNote(alice)
  await page.getByRole('button', { name: 'Conversation actions' }).tap()
  await expect(page.getByRole('menu', { name: 'Conversation actions' })).toBeVisible()
  await page.keyboard.press('Escape')
  expect(await buzzes(page)).toEqual([])
  await pressLong(page)
  expect(await buzzes(page)).toEqual([10])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: voiceButton.record }).tap()
  await expect(page.getByRole('button', { name: 'Discard' })).toBeVisible()
  await expect.poll(() => buzzes(page)).toEqual([10, 10])
  await page.getByRole('button', { name: 'Discard' }).tap()
  await swipe(page, {
    from: { x: 40, y: 300 },
    by: { x: 240 },
    before: async () => expect(await buzzes(page)).toEqual([10, 10, 10]),
  })
  await expect(page).toHaveURL(/#people$/)
})

test('with reduced motion nothing buzzes', async ({ actor }) => {
  const alice = await actor('alice', { ...phone, reducedMotion: 'reduce' })
  await withBuzzes(alice)
  const page = await openNote(alice)
  await page.getByRole('button', { name: 'Conversation actions' }).tap()
  await page.keyboard.press('Escape')
  await pressLong(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: voiceButton.record }).tap()
  await expect(page.getByRole('button', { name: 'Discard' })).toBeVisible()
  expect(await buzzes(page)).toEqual([])
})

test('a desktop loads nothing of it and does not buzz', async ({ actor }) => {
  const alice = await actor('alice', { ...desktopScreen, permissions: ['microphone'] })
  await withBuzzes(alice)
  await alice.call('/v2/pushes', { type: 'note', body: 'a note to press' })
  const page = await alice.open()
  await history(page).getByText('a note to press').click({ button: 'right' })
  await expect(page.getByRole('menu', { name: 'Message actions' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: voiceButton.record }).click()
  await expect(page.getByRole('button', { name: 'Discard' })).toBeVisible()
  expect(await buzzes(page)).toEqual([])
  expect(await touchScripts(page)).toEqual([])
})

test('dragging the history down at its top scrolls nothing else, so no browser reloads the page', async ({ actor, server }) => {
  const alice = await actor('alice', phone)
  await fill(server, alice, { count: 60 })
  const page = await alice.open()
  await expect(note(page, 60)).toBeVisible()
  await page.evaluate(() => Object.assign(window, { same: true }))
  await swipe(page, { from: { x: 250, y: 200 }, by: { y: 100 } })
  await scroller(page).evaluate((element) => element.scrollTo({ top: 0 }))
  await swipe(page, { from: { x: 250, y: 200 }, by: { y: 400 } })
  await swipe(page, { from: { x: 250, y: 30 }, by: { y: 400 } })
  expect(await page.evaluate(() => 'same' in window)).toBe(true)
  const overscroll = () =>
    page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('[data-region=history], [data-region=sidebar] > *')]
        .filter((element) => element === document.documentElement || getComputedStyle(element).overflowY === 'auto')
        .map((element) => getComputedStyle(element).overscrollBehaviorY),
    )
  expect(await overscroll()).toEqual(['none', 'contain'])
  await page.goto('/#people')
  await expect(page.getByRole('main').getByRole('link', { name: /Me/ })).toBeVisible()
  expect(await overscroll()).toContain('none')
  // A page that scrolls as a whole is reloaded like any other.
  await page.goto('/about')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect((await overscroll())[0]).toBe('auto')
})

test('a tap leaves no hover style, shows in a colour of the theme, zooms nothing, and fields have at least 16 pixels', async ({
  actor,
}) => {
  const alice = await actor('alice', phone)
  await alice.call('/v2/chats', { email: 'bob@example.org' })
  await alice.call('/v2/pushes', { type: 'note', body: 'a note to press' })
  const page = await alice.open('about:blank')
  for (const place of [
    '/#people',
    '/#people/me',
    '/#people/new',
    '/#devices/new',
    '/#settings/account',
    '/#settings/encryption',
    '/support',
    '/signin?method=add',
  ]) {
    await page.goto('about:blank')
    await page.goto(place)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    const faults = await page.evaluate(() => {
      const hovers = (rules: CSSRuleList): string[] =>
        [...rules].flatMap((rule) => {
          if (rule instanceof CSSMediaRule && !matchMedia(rule.media.mediaText).matches) return []
          if (rule instanceof CSSStyleRule) return rule.selectorText.includes(':hover') ? [rule.selectorText] : []
          return 'cssRules' in rule ? hovers(rule.cssRules as CSSRuleList) : []
        })
      const zooming = [...document.querySelectorAll<HTMLElement>('body *')]
        .filter((element) => element.checkVisibility() && getComputedStyle(element).touchAction === 'auto')
        .map((element) => `${element.outerHTML.slice(0, 80)} zooms`)
      const small = [...document.querySelectorAll<HTMLElement>('input, textarea, select')]
        .filter((field) => !field.matches('[type=checkbox], [type=radio], [type=file]'))
        .filter((field) => field.checkVisibility() && Number.parseFloat(getComputedStyle(field).fontSize) < 16)
        .map((field) => `${field.outerHTML.slice(0, 80)} has ${getComputedStyle(field).fontSize}`)
      const highlight = getComputedStyle(document.body).getPropertyValue('-webkit-tap-highlight-color')
      return [
        ...[...document.styleSheets].flatMap(({ cssRules }) => hovers(cssRules)),
        ...zooming,
        ...small,
        ...(highlight.endsWith('/ 0.2)') ? [] : [`the highlight is ${highlight}`]),
      ]
    })
    expect([place, faults]).toEqual([place, []])
  }
  await page.goto('/#people/me')
  await expect(composer(page)).toBeVisible()
  const callout = await history(page)
    .getByRole('article')
    .evaluate((element) => getComputedStyle(element).userSelect)
  expect(callout).toBe('none')
})
