import { $reducedMotion } from '../../browser/appearance.ts'
import { currentHash } from '../../browser/location.ts'
import { buzz } from '../../browser/touch/haptics.ts'
import { isIos } from '../../browser/touch/ios.ts'
import { beginsAt, goesBack, isFar, isSwipe, type Touch } from './swipe.ts'
import { $uncovered } from './uncovered.ts'

/** In pixels from the edge, where iOS has its own swipe to go back. */
const reservedOnIos = 24
/**
 * Elements that a finger drags themselves, or where a swipe does something else. Messages are pulled aside for a reply; behind the page
 * about a target is its conversation, not the list.
 */
const dragged =
  'input:not([type=checkbox], [type=radio]), textarea, select, audio, video, [contenteditable], [role=slider], [role=separator], dialog, [popover], [data-region=about], [data-replies] [data-shape]'
/** How long the place may take to change, in milliseconds. */
const longest = 500

interface Swipe {
  pointer: number
  pane: HTMLElement
  back: HTMLAnchorElement
  width: number
  /** Whether the pane starts at its right edge. */
  mirrored: boolean
  path: Touch[]
  moving: boolean
  far: boolean
}

/**
 * Starts to watch for swipes. They begin near the edge that the text begins at, and do what the link back in the pane does.
 *
 * Android's own gesture takes touches at the very edge and ends ours (`pointercancel`), so both lead to the list, and never at once. On iOS,
 * in the browser as in the installed app, the first pixels are left to its gesture, as it might begin after ours.
 */
export function watchSwipes(): void {
  let swipe: Swipe | undefined
  const reserved = isIos() ? reservedOnIos : 0

  const touchOf = (
    { clientX, clientY, timeStamp }: PointerEvent,
    { pane, mirrored }: Pick<Swipe, 'pane' | 'mirrored'>,
  ): Touch => {
    const { left, right } = pane.parentElement?.getBoundingClientRect() ?? pane.getBoundingClientRect()
    return { x: mirrored ? right - clientX : clientX - left, y: clientY, at: timeStamp }
  }

  function onDown(event: PointerEvent): void {
    // A second finger means zooming.
    if (!event.isPrimary) drop()
    if (swipe || !event.isPrimary || event.pointerType === 'mouse') return
    const { target } = event
    const pane = document.querySelector<HTMLElement>('main[data-level=thread]')
    const back = pane?.querySelector<HTMLAnchorElement>('a[data-back]')
    if (!pane || !back || !(target instanceof Element) || !pane.contains(target)) return
    // The last swipe isn't over.
    if (pane.parentElement?.dataset.swipe) return
    if (target.closest(dragged) || document.querySelector(':popover-open') || scrollsSideways(target, pane)) return
    const mirrored = getComputedStyle(pane).direction === 'rtl'
    const width = pane.offsetWidth
    const from = touchOf(event, { pane, mirrored })
    if (!beginsAt(from.x, width, reserved)) return
    swipe = { pointer: event.pointerId, pane, back, width, mirrored, path: [from], moving: false, far: false }
  }

  function onMove(event: PointerEvent): void {
    if (event.pointerId !== swipe?.pointer) return
    const { path, width } = swipe
    const [from] = path
    const to = touchOf(event, swipe)
    if (!from) return
    if (!swipe.moving) {
      const swipes = isSwipe(from, to)
      if (swipes === false) swipe = undefined
      if (!swipes || !swipe) return
      swipe.moving = true
      // Measured from here, so the pane doesn't jump by the distance the finger has moved so far.
      path[0] = to
      if (!$reducedMotion.get()) uncover(swipe)
    }
    path.push(to)
    const moved = Math.max(0, to.x - (path[0]?.x ?? 0))
    if (!$reducedMotion.get()) place(swipe, moved)
    const far = isFar(moved, width)
    if (far && !swipe.far) buzz()
    swipe.far = far
  }

  function onUp(event: PointerEvent): void {
    if (event.pointerId !== swipe?.pointer) return
    const ended = swipe
    swipe = undefined
    // A finger that rested before lifting is slow.
    ended.path.push(touchOf(event, ended))
    if (ended.moving) void end(ended, goesBack(ended.path, ended.width))
  }

  function drop(): void {
    const ended = swipe
    swipe = undefined
    if (ended?.moving) void end(ended, false)
  }

  document.addEventListener('pointerdown', onDown)
  document.addEventListener('pointermove', onMove)
  document.addEventListener('pointerup', onUp)
  document.addEventListener('pointercancel', (event) => event.pointerId === swipe?.pointer && drop())
}

function uncover({ pane }: Swipe): void {
  $uncovered.set(true)
  requestAnimationFrame(() => {
    const row = pane.previousElementSibling?.querySelector(`a[href="${CSS.escape(currentHash())}"]`)
    row?.scrollIntoView({ block: 'nearest' })
  })
}

/** Moves the pane, in pixels away from its starting edge. */
function place({ pane, width, mirrored }: Swipe, moved: number): void {
  const column = pane.parentElement
  if (!column) return
  column.dataset.swipe ??= 'moves'
  column.style.setProperty('--swipe', `${mirrored ? -moved : moved}px`)
  column.style.setProperty('--swiped', String(moved / width))
}

/** Moves the pane out and goes back, or moves it back into place. */
async function end(swipe: Swipe, back: boolean): Promise<void> {
  const column = swipe.pane.parentElement
  if (column?.dataset.swipe) {
    column.dataset.swipe = 'ends'
    // Forces layout, so the transition starts from here.
    column.getBoundingClientRect()
    place(swipe, back ? swipe.width : 0)
    await Promise.allSettled(swipe.pane.getAnimations().map(({ finished }) => finished))
  }
  if (back) {
    const opened = placeOpened()
    swipe.back.click()
    await opened
  }
  delete column?.dataset.swipe
  column?.style.removeProperty('--swipe')
  column?.style.removeProperty('--swiped')
  $uncovered.set(false)
}

const placeOpened = (): Promise<void> =>
  new Promise((resolve) => {
    const drawn = () => requestAnimationFrame(() => resolve())
    addEventListener('hashchange', drawn, { once: true })
    setTimeout(drawn, longest)
  })

function scrollsSideways(element: Element, pane: HTMLElement): boolean {
  for (let at: Element | null = element; at && at !== pane; at = at.parentElement) {
    const scrolls = at.scrollWidth > at.clientWidth && ['auto', 'scroll'].includes(getComputedStyle(at).overflowX)
    if (scrolls) return true
  }
  return false
}
