import { $reducedMotion } from '../../browser/appearance.ts'
import { buzz } from '../../browser/touch/haptics.ts'
import { isSwipe, type Touch } from '../../page/touch/swipe.ts'
import styles from './swipe-reply.module.css'

/** In pixels. Lifting the finger beyond this distance replies. */
const farEnough = 56
/** In pixels. This close to the edges of the window the system has its own gestures. */
const reserved = 24
/** Beyond `farEnough` the message follows the finger only in part, and never beyond `farthest` pixels. */
const slowed = 0.25
const farthest = 80

/** Elements that a finger drags themselves. */
const dragged = 'input, textarea, audio, video, [role=slider]'

interface Pull {
  pointer: number
  message: HTMLElement
  bubble: HTMLElement
  /** Whether the text ends at the left. */
  mirrored: boolean
  from: Touch
  /** Only while the finger is pulling. */
  arrow?: HTMLElement
  far: boolean
}

interface SwipeOptions {
  mayReply: (key: string) => boolean
  onReply: (key: string) => void
}

/**
 * Starts to watch for swipes of the messages in an element, towards the end of a line. Swipes from the edges of the window and vertical
 * ones are ignored.
 */
export function watchReplySwipes(scroller: HTMLElement, { mayReply, onReply }: SwipeOptions): () => void {
  let pull: Pull | undefined
  const stop = new AbortController()

  const touchOf = ({ clientX, clientY, timeStamp }: PointerEvent, mirrored: boolean): Touch => ({
    x: mirrored ? innerWidth - clientX : clientX,
    y: clientY,
    at: timeStamp,
  })

  function onDown(event: PointerEvent): void {
    // A second finger means zooming.
    if (!event.isPrimary) drop()
    if (pull || !event.isPrimary || event.pointerType === 'mouse' || !(event.target instanceof Element)) return
    const bubble = event.target.closest<HTMLElement>('[data-shape]')
    const message = bubble?.closest<HTMLElement>('article[data-key]')
    if (!bubble || !message || !mayReply(message.dataset.key ?? '')) return
    const { clientX: x, target } = event
    if (x < reserved || x > innerWidth - reserved || target.closest(dragged) || scrollsSideways(target, bubble)) return
    const mirrored = getComputedStyle(scroller).direction === 'rtl'
    pull = { pointer: event.pointerId, message, bubble, mirrored, from: touchOf(event, mirrored), far: false }
  }

  function onMove(event: PointerEvent): void {
    if (event.pointerId !== pull?.pointer) return
    const to = touchOf(event, pull.mirrored)
    if (!pull.arrow) {
      const swipes = isSwipe(pull.from, to)
      if (swipes === false) pull = undefined
      if (!swipes || !pull) return
      pull.arrow = begin(pull)
    }
    const moved = Math.max(0, to.x - pull.from.x)
    const far = moved >= farEnough
    if (far && !pull.far) buzz()
    pull.far = far
    place(pull, moved)
  }

  function onUp(event: PointerEvent): void {
    if (event.pointerId !== pull?.pointer) return
    const { far, message } = pull
    drop()
    if (far) onReply(message.dataset.key ?? '')
  }

  function drop(): void {
    if (pull?.arrow) end(pull, pull.arrow)
    pull = undefined
  }

  const options = { signal: stop.signal }
  scroller.addEventListener('pointerdown', onDown, options)
  scroller.addEventListener('pointermove', onMove, options)
  scroller.addEventListener('pointerup', onUp, options)
  scroller.addEventListener('pointercancel', (event) => event.pointerId === pull?.pointer && drop(), options)
  // Tells the page that swipes of its messages don't go back, and the style sheet that they don't scroll.
  scroller.dataset.replies = ''
  return () => {
    drop()
    stop.abort()
    delete scroller.dataset.replies
  }
}

/** Puts the arrow beside the bubble. */
function begin({ bubble }: Pull): HTMLElement {
  const arrow = Object.assign(document.createElement('span'), { className: styles.arrow })
  bubble.append(arrow)
  return arrow
}

/** Moves a bubble with the finger, by some pixels, and shows the arrow in proportion. */
function place({ bubble, arrow, mirrored, far }: Pull, moved: number): void {
  const part = Math.min(1, moved / farEnough)
  if (arrow) {
    arrow.style.opacity = String(part)
    arrow.toggleAttribute('data-far', far)
  }
  if ($reducedMotion.get()) return
  const along = Math.min(farthest, Math.min(moved, farEnough) + slowed * Math.max(0, moved - farEnough))
  bubble.style.translate = `${mirrored ? -along : along}px`
}

/** Lets a bubble slide back into place. */
function end({ bubble }: Pull, arrow: HTMLElement): void {
  const { translate } = bubble.style
  bubble.style.translate = ''
  const gone = () => arrow.remove()
  if (translate === '') {
    gone()
    return
  }
  const back = bubble.animate({ translate: [translate, '0'] }, { duration: 160, easing: 'cubic-bezier(.2, .8, .2, 1)' })
  back.finished.then(gone, gone)
}

function scrollsSideways(element: Element, bubble: HTMLElement): boolean {
  for (let at: Element | null = element; at && at !== bubble; at = at.parentElement) {
    if (at.scrollWidth > at.clientWidth && ['auto', 'scroll'].includes(getComputedStyle(at).overflowX)) return true
  }
  return false
}
