import { forwardWords } from '@waypost/web/words/push/dialogs'
import { messageMenuWords, messageTools } from '@waypost/web/words/push/menu'
import { close, copied } from '@waypost/web/words/ui/words'
import { phoneScreen } from '../../actors/accessibility.ts'
import { type Actor, composer, expect, history, type Page, test } from '../../actors/actors.ts'
import { touchesOn } from '../../actors/touch.ts'

interface Insets {
  top: number
  right: number
  bottom: number
  left: number
}

/** An iPhone with a notch, in portrait and landscape, as an installed app: these are the edges Safari keeps free. */
const upright = { viewport: phoneScreen.viewport, insets: { top: 59, right: 0, bottom: 34, left: 0 } }
const turned = { viewport: { width: 844, height: 390 }, insets: { top: 0, right: 59, bottom: 21, left: 59 } }

async function hold(
  page: Page,
  { viewport, insets }: { viewport: { width: number; height: number }; insets: Insets },
): Promise<void> {
  await page.setViewportSize(viewport)
  const session = await touchesOn(page)
  await session.send('Emulation.setSafeAreaInsetsOverride', { insets })
}

async function withTalk(alice: Actor): Promise<void> {
  await alice.call('/v2/chats', { email: 'bob@example.org' })
  await alice.call('/v2/devices', { nickname: 'Laptop', type: 'linux' })
  for (let at = 0; at < 14; at++)
    await alice.call('/v2/pushes', { type: 'note', body: `message ${at}`, email: 'bob@example.org' })
}

/**
 * Clickable or readable elements located where the screen is cut off, one sentence each. Elements that can be scrolled away from there are
 * left out.
 */
const cutOff = (page: Page, { top, right, bottom, left }: Insets) =>
  page.evaluate(
    ({ top, right, bottom, left }) => {
      const over = [...document.querySelectorAll<HTMLElement>('dialog[open], :popover-open')].at(-1)
      const selector = 'a[href], button, input, textarea, select, h1, h2, h3, p, label, [role=menuitem]'
      const scrollsIn = (axis: 'X' | 'Y') => (element: Element) => {
        for (let at = element.parentElement; at; at = at.parentElement) {
          const more = axis === 'X' ? at.scrollWidth > at.clientWidth : at.scrollHeight > at.clientHeight
          if (more && (at === document.documentElement || ['auto', 'scroll'].includes(getComputedStyle(at)[`overflow${axis}`])))
            return true
        }
        return false
      }
      const [slides, scrolls] = [scrollsIn('X'), scrollsIn('Y')]
      return [...(over ?? document).querySelectorAll<HTMLElement>(selector)]
        .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        .filter((element) => !element.closest('[inert]') && getComputedStyle(element).clipPath === 'none')
        .map((element) => ({ element, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 1 && box.bottom > 0 && box.top < innerHeight)
        .filter(({ element, box }) => {
          const sideways = box.left < left || box.right > innerWidth - right
          const upwards = box.top < top || box.bottom > innerHeight - bottom
          return (sideways && !slides(element)) || (upwards && !scrolls(element))
        })
        .map(({ element, box }) => `${element.outerHTML.slice(0, 100)} at ${JSON.stringify(box)}`)
    },
    { top, right, bottom, left },
  )

for (const [name, screen] of Object.entries({ upright, turned })) {
  test(`on a phone held ${name} nothing stands under its notch or its bar: lists, conversations, panes, menus, dialogs and toasts`, async ({
    actor,
  }) => {
    test.slow()
    const alice = await actor('alice', { ...phoneScreen, permissions: ['clipboard-read', 'clipboard-write'] })
    await withTalk(alice)
    const page = await alice.open('/#people')
    await hold(page, screen)
    const judge = async (what: string) => {
      for (const dir of ['ltr', 'rtl']) {
        await page.evaluate((wanted) => {
          document.documentElement.dir = wanted
        }, dir)
        await expect.poll(async () => [what, dir, await cutOff(page, screen.insets)]).toEqual([what, dir, []])
      }
      await page.evaluate(() => document.documentElement.removeAttribute('dir'))
    }
    for (const place of [
      '/#people',
      '/#settings',
      '/#settings/account',
      '/#people/new',
      '/#devices/new',
      '/#following',
      '/apps',
      '/support',
      '/about',
    ]) {
      await page.goto(place)
      await page.getByRole('main').locator('h1:not(.hidden-words), a').first().waitFor()
      await judge(place)
    }
    await page.goto('/#people/bob@example.org')
    await expect(history(page).getByText('message 13')).toBeVisible()
    await judge('a conversation')
    await page.getByRole('button', { name: 'Conversation actions' }).tap()
    await judge('a menu')
    await page.keyboard.press('Escape')
    const message = history(page).getByRole('article').filter({ hasText: 'message 13' })
    await message.tap()
    await message.getByRole('button', { name: messageTools.menu }).tap()
    await judge('the menu of a message')
    await page.getByRole('menuitem', { name: forwardWords.forward }).tap()
    await expect(page.getByRole('dialog', { name: forwardWords.title })).toBeVisible()
    await judge('a dialog')
    await page.getByRole('dialog', { name: forwardWords.title }).getByRole('button', { name: close }).tap()
    await message.tap()
    await message.getByRole('button', { name: messageTools.menu }).tap()
    await page.getByRole('menuitem', { name: messageMenuWords.copyText }).tap()
    await expect(page.getByText(copied).last()).toBeVisible()
    await judge('a toast')
    await expect(composer(page)).toBeInViewport({ ratio: 1 })
  })
}
