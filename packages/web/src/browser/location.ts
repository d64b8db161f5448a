import { navigate } from 'wouter/use-browser-location'
import { on } from './observed.ts'

/** The whole URL of this page. */
export const currentUrl = (): string => location.href
/** The origin of this page, e.g. `https://push.example.org` */
export const origin = (): string => location.origin

/** With its port, unless it is the default. */
export const host = (): string => location.host
export const hostname = (): string => location.hostname
export const currentPath = (): string => location.pathname
/** The query with its `?`, or an empty string. */
export const currentQuery = (): string => location.search
/** The fragment with its `#`, or an empty string. */
export const currentHash = (): string => location.hash
/** Path, query and fragment. */
export const currentAddress = (): string => location.pathname + location.search + location.hash

/** Whether the page's address only works on this machine. */
export const isLocalhost = (): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(location.hostname)

/** Navigates to a page of this client without a reload. */
export function go(url: string, options: { replace?: boolean } = {}): void {
  navigate(url, options)
}

/** Goes back in the history, like the browser's back button. */
export const goBack = (): void => history.back()

/** Leaves for a URL, with a full page load. */
export function leaveFor(url: string, options: { replace?: boolean } = {}): void {
  if (options.replace) location.replace(url)
  else location.assign(url)
}

/** Marks this history entry, so the page knows when the user comes back to it. */
export function markVisit(mark: string): void {
  History.prototype.replaceState.call(history, { ...history.state, [mark]: true }, '')
}

/** Whether this history entry was marked. */
export const isMarked = (mark: string): boolean => history.state?.[mark] === true

/** Navigates to a page of this client and reloads it. */
export function reloadAt(url: string): void {
  // The browser's own method: the current page must not notice the change and render once more.
  History.prototype.replaceState.call(history, null, '', url)
  location.reload()
}

/** Reloads this page. */
export function reload(): void {
  location.reload()
}

/** Calls back when the hash changes. Returns a function that stops. */
export const onHashChanged = (listener: () => void): (() => void) => on(window, ['hashchange'], listener)

/** Calls back when the page is about to be unloaded. Returns a function that stops. */
export const onLeaving = (listener: () => void): (() => void) => on(window, ['pagehide'], listener)

/** Makes the browser ask before leaving the page while `isBusy()`. Returns a function that stops. */
export const askBeforeLeaving = (isBusy: () => boolean): (() => void) =>
  on(window, ['beforeunload'], (event) => isBusy() && event.preventDefault())

let stepped = false

/** Whether the last navigation was Back or Forward rather than a link. */
export const steppedThroughHistory = (): boolean => stepped

/** Starts to tell Back and Forward from new entries, by marking every visited entry. */
export function watchHistory(): void {
  const mark = () => history.replaceState({ visited: true }, '')
  addEventListener('popstate', () => {
    stepped = history.state?.visited === true
    if (!stepped) mark()
  })
  addEventListener('pushState', () => {
    stepped = false
    mark()
  })
  addEventListener('replaceState', () => {
    if (!history.state?.visited) mark()
  })
  if (!history.state?.visited) mark()
}
