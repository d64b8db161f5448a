/** Whether another site shows this page within its own. */
export function framedByAnotherSite(): boolean {
  try {
    return window.top?.location.origin !== location.origin
  } catch {
    return true
  }
}

/** Inside a frame every link opens a window of its own. */
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
