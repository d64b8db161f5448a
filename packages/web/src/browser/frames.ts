/** Whether another site shows this page in a frame. */
export function framedByAnotherSite(): boolean {
  try {
    return window.top?.location.origin !== location.origin
  } catch {
    return true
  }
}

/** Inside a frame, makes every link open in a new window. */
export function openLinksOutsideOfFrame(): void {
  if (window.top === window.self) return
  document.addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href]')
      if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      if (link.getAttribute('href') === '#main') return
      event.preventDefault()
      window.open(link.href, '_blank', 'noopener')
    },
    { capture: true },
  )
}

/**
 * Posts a message to the page that frames this one. That page may be any site, since its origin can't be known for sure, so the message
 * must contain nothing personal.
 */
export function tellFramer(message: object): void {
  if (window.parent !== window) window.parent.postMessage(message, '*')
}

/** How long something must be visible before a click on it counts as intended, in milliseconds. */
const visibleFor = 500

/**
 * Reports whether an element has been visible for a while: not covered, transparent or transformed, neither here nor by the framing page
 * (IntersectionObserver v2). In browsers without it, always reports visible.
 */
export function watchVisibility(element: Element, listener: (seen: boolean) => void): () => void {
  if (window.top === window.self || !('isVisible' in IntersectionObserverEntry.prototype)) {
    listener(true)
    return () => {}
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const watch = new IntersectionObserver(
    (entries) => {
      const entry = entries.at(-1) as (IntersectionObserverEntry & { isVisible: boolean }) | undefined
      const visible = entry?.isVisible === true && entry.intersectionRatio > 0.9
      if (visible) timer ??= setTimeout(() => listener(true), visibleFor)
      if (visible) return
      clearTimeout(timer)
      timer = undefined
      listener(false)
    },
    { threshold: [0, 0.9, 1], trackVisibility: true, delay: 100 } as IntersectionObserverInit,
  )
  watch.observe(element)
  return () => {
    clearTimeout(timer)
    watch.disconnect()
  }
}

/**
 * Reports the size an element needs, in CSS pixels, at once and whenever its content, its fonts or the window change it. The width is
 * measured under the style `data-measured`, so that a frame that is too narrow can grow; the height is the current one.
 */
export function watchWantedSize(element: HTMLElement, listener: (width: number, height: number) => void): void {
  let last = ''
  const measure = () => {
    const height = Math.ceil(element.getBoundingClientRect().height)
    element.dataset.measured = ''
    const width = Math.ceil(element.getBoundingClientRect().width)
    delete element.dataset.measured
    if (last === `${width} ${height}`) return
    last = `${width} ${height}`
    listener(width, height)
  }
  new ResizeObserver(measure).observe(element)
  // In a full frame, changed text or a different font changes the needed size without a resize.
  new MutationObserver(measure).observe(element, { childList: true, subtree: true, characterData: true })
  addEventListener('resize', measure)
  document.fonts.addEventListener('loadingdone', measure)
  void document.fonts.ready.then(measure)
}
