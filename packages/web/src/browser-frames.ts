// The page within other pages, and windows that it opens. Part of the door that is `browser.ts`.

/** Hears of a new hash. The answer ends it. */
export function onHashChanged(listener: () => void): () => void {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

/**
 * Tells the page that holds this one in a frame. Whoever that is may read it, so it must hold nothing that is the person's: a page
 * has no sure way to learn the origin of the one around it.
 */
export function tellFramer(message: object): void {
  if (window.parent !== window) window.parent.postMessage(message, '*')
}

/** A window that this page opened. */
export interface Popup {
  isOpen(): boolean
  focus(): void
  /** Hears what a page of our own origin in that window tells. The answer ends it. */
  listen(listener: (message: unknown) => void): () => void
}

interface PopupOptions {
  /** A second one of the same name takes the place of the first. */
  name: string
  /** Of the page in it, in CSS pixels, as `height`. */
  width: number
  height: number
}

/** Opens a path of ours in a small window in the middle of this one; undefined when the browser does not let it. */
export function openPopup(path: string, { name, width, height }: PopupOptions): Popup | undefined {
  const left = Math.round(Math.max(0, screenX + (outerWidth - width) / 2))
  const top = Math.round(Math.max(0, screenY + (outerHeight - height) / 2))
  const opened = window.open(path, name, `popup,width=${width},height=${height},left=${left},top=${top}`)
  if (!opened) return undefined
  return {
    isOpen: () => !opened.closed,
    focus: () => opened.focus(),
    listen(listener) {
      const heard = ({ source, origin, data }: MessageEvent) => {
        if (source === opened && origin === location.origin) listener(data)
      }
      addEventListener('message', heard)
      return () => removeEventListener('message', heard)
    },
  }
}

/** Whether the window that opened this one shows a page of our own origin at that path. */
export function openedBy(path: string): boolean {
  try {
    return window.opener?.location.pathname === path
  } catch {
    // Another origin's window may not be looked into.
    return false
  }
}

/** Whether a page opened this window, which takes a press there, rather than a link or an address that led here. */
export const isPopup = (): boolean => window.opener !== null

/** Tells the window that opened this one, as long as it shows a page of our own origin. */
export function tellOpener(message: object): void {
  window.opener?.postMessage(message, location.origin)
}

/**
 * Tells the window that opened this one, wherever it is from, and answers whether there is one. The browser hands the message over only
 * while that window shows a page of `origin`.
 */
export function tellOpenerFrom(origin: string, message: object): boolean {
  const opener: Window | null = window.opener
  if (!opener || opener.closed) return false
  opener.postMessage(message, origin)
  return true
}

/** Closes this window. Browsers allow it where a page opened the window. */
export const closeWindow = (): void => window.close()

/** How long something has to be in plain sight before a press on it counts as meant, in milliseconds. */
const seenFor = 500

/**
 * Tells whether people can see an element, as the browser itself vouches for: not covered, not see-through, not bent, in no page
 * around it either, and that for a while. Where a browser cannot vouch for it, it is taken as seen. The answer ends the watch.
 */
export function watchSight(element: Element, listener: (seen: boolean) => void): () => void {
  if (window.top === window.self || !('isVisible' in IntersectionObserverEntry.prototype)) {
    listener(true)
    return () => {}
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const watch = new IntersectionObserver(
    (entries) => {
      const entry = entries.at(-1) as (IntersectionObserverEntry & { isVisible: boolean }) | undefined
      const visible = entry?.isVisible === true && entry.intersectionRatio > 0.9
      if (visible) timer ??= setTimeout(() => listener(true), seenFor)
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
 * Tells the size that an element wants, in CSS pixels, at once and whenever it changes: with its content, its fonts, the window. The
 * width is the one that its style gives it under `data-measured`, so that a frame that began too narrow can grow; the height is that
 * of now.
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
  // Words that change within a full frame change what is wanted, and so does another font.
  new MutationObserver(measure).observe(element, { childList: true, subtree: true, characterData: true })
  addEventListener('resize', measure)
  document.fonts.addEventListener('loadingdone', measure)
  void document.fonts.ready.then(measure)
}
