import { type CDPSession, expect, type Locator, type Page } from '@playwright/test'
import { phoneScreen } from './accessibility.ts'

interface Point {
  x: number
  y: number
}

/** One session per page: each opened session would have to be closed again. */
const sessions = new WeakMap<Page, Promise<CDPSession>>()

/** The session that sends touches to a page. */
export function touchesOn(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page)
  sessions.set(page, session)
  return session
}

/** The touch-only scripts among those a page has loaded. */
export const touchScripts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => /\/(touch|haptics)-[^/]*\.js$/.test(name)),
  )

/** Waits until a page has loaded its gesture code. */
export const watchesTouch = (page: Page): Promise<void> => expect.poll(() => touchScripts(page)).not.toEqual([])

/** The centre of an element, or a point in it, in pixels from its start corner. */
export async function pointIn(element: Locator, within?: Partial<Point>): Promise<Point> {
  const box = await element.boundingBox()
  if (!box) throw new Error('The element has no place.')
  return { x: box.x + (within?.x ?? box.width / 2), y: box.y + (within?.y ?? box.height / 2) }
}

interface Swipe {
  from: Point
  /** In pixels. */
  by: Partial<Point>
  /** In milliseconds. */
  during?: number
  /** Called while the finger rests at the end of the movement. */
  before?: () => Promise<void>
  /** The system cancels the touch instead of the finger lifting. */
  canceled?: boolean
}

/**
 * Moves one finger over the page. The touches carry explicit timestamps, by which the page measures the speed: a busy machine is slower.
 */
export async function swipe(page: Page, { from, by, during = 200, before, canceled = false }: Swipe): Promise<void> {
  const session = await touchesOn(page)
  const steps = Math.max(3, Math.min(10, Math.ceil(during / 25)))
  const start = Date.now() / 1_000
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel', part: number) => {
    const at = { x: from.x + part * (by.x ?? 0), y: from.y + part * (by.y ?? 0) }
    const touchPoints = type === 'touchStart' || type === 'touchMove' ? [at] : []
    return session.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp: start + (part * during) / 1_000 })
  }
  await touch('touchStart', 0)
  for (let step = 1; step <= steps; step++) await touch('touchMove', step / steps)
  await before?.()
  await touch(canceled ? 'touchCancel' : 'touchEnd', 1)
}

/**
 * Targets too small for a finger, one sentence each: links, buttons and fields around whose centre a finger hits less than `least` pixels
 * in some direction. A label counts as part of its field. Links within a sentence are exempt, as WCAG 2.5.8 says, and so is anything that
 * the page disables, or that a toast covers until it disappears. Scrolls each into view.
 */
export const smallTargets = (page: Page, least = 44): Promise<string[]> =>
  page.evaluate(async (wanted) => {
    const moving = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(moving.map(({ finished }) => finished))
    const selector =
      'a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=option], [role^=menuitem], [role=switch], [role=slider]'
    /** Only the topmost dialog or menu can be clicked. */
    const over = [...document.querySelectorAll<HTMLElement>('dialog[open], :popover-open')].at(-1)
    const inSentence = (element: Element) => {
      const around = element.parentElement
      if (!element.matches('a') || !around || getComputedStyle(element).display !== 'inline') return false
      return (around.textContent ?? '').trim() !== (element.textContent ?? '').trim()
    }
    const partsOf = (element: HTMLElement) => {
      const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : []
      return [element, ...labels]
    }
    const isHit = (parts: readonly Element[], x: number, y: number) => {
      const hit = document.elementFromPoint(x, y)
      return hit !== null && parts.some((part) => part.contains(hit))
    }
    const extent = (parts: readonly Element[], x: number, y: number, dx: number, dy: number) => {
      let far = 0
      while (far < wanted && isHit(parts, x + dx * (far + 1), y + dy * (far + 1))) far++
      return far
    }
    const found: string[] = []
    for (const element of (over ?? document).querySelectorAll<HTMLElement>(selector)) {
      const visible = element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      if (!visible || element.closest('[inert], [aria-hidden=true]') || element.matches('[type=hidden], :disabled')) continue
      if (inSentence(element)) continue
      const parts = partsOf(element)
      const part = parts.find((each) => each.getBoundingClientRect().width > 1) ?? element
      if (getComputedStyle(part).clipPath !== 'none' || getComputedStyle(part).pointerEvents === 'none') continue
      part.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const box = part.getBoundingClientRect()
      // Outside the window, e.g. a skip link before it has the focus.
      if (box.bottom <= 0 || box.right <= 0) continue
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
      const toast = document.elementFromPoint(x, y)?.closest('[data-region=toasts]')
      if (toast && !toast.contains(element)) continue
      const width = extent(parts, x, y, 1, 0) + extent(parts, x, y, -1, 0) + 1
      const height = extent(parts, x, y, 0, 1) + extent(parts, x, y, 0, -1) + 1
      if (Math.min(width, height) >= wanted) continue
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? ''
      found.push(`${width}x${height} ${element.tagName.toLowerCase()} “${name.slice(0, 40)}” ${element.className}`)
    }
    return found
  }, least)

/** A window that identifies itself as Safari on an iPhone. */
export const iPhone = {
  ...phoneScreen,
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
}
