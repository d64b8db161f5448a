// Longer than 300 lines: this is the only door to the browser.
import type { Saved } from '@waypost/client'
import { Refusal } from '@waypost/protocol'
import { atom, onMount, type ReadableAtom } from 'nanostores'
import { navigate } from 'wouter/use-browser-location'

/** The only door to the browser: storage, place, clipboard, attention, network. Everything else asks here. */

export * from './browser-files.ts'
export * from './browser-frames.ts'
export * from './browser-install.ts'
export * from './browser-log.ts'
export * from './browser-notifications.ts'
export * from './browser-windows.ts'

/** The client's storage, in this browser's local storage. */
export function savedLocally(): Saved {
  return {
    read: (key) => readSetting(key),
    write(key, text) {
      if (forgotten) return
      try {
        localStorage.setItem(key, text)
      } catch (cause) {
        throw new Refusal('storage_full', undefined, { cause })
      }
    },
    erase: (key) => writeSetting(key, undefined),
    keys(prefix) {
      try {
        return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
      } catch {
        return []
      }
    },
  }
}

/** A small text under a key, or undefined; also where storage is forbidden. */
export function readSetting(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps a small text, or forgets it. Answers whether that worked. */
export function writeSetting(key: string, text: string | undefined): boolean {
  if (forgotten) return false
  try {
    if (text === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
    return true
  } catch {
    return false
  }
}

/** The keys of local storage that start with `prefix`. */
export function settingKeys(prefix: string): string[] {
  return savedLocally().keys(prefix)
}

export function storageWorks(): boolean {
  const worked = writeSetting('storage_test', '1') && readSetting('storage_test') === '1'
  writeSetting('storage_test', undefined)
  return worked
}

export function socketsWork(): boolean {
  return typeof globalThis.WebSocket === 'function'
}

// What still runs until the page is gone must not write down again what was just forgotten.
let forgotten = false

/** Erases local storage and every cookie that a script may touch. Nothing is kept any more until the page is loaded anew. */
export function forgetEverything(): void {
  forgotten = true
  try {
    localStorage.clear()
    sessionStorage.clear()
  } catch {
    // Nothing was kept where storage is forbidden.
  }
  for (const cookie of document.cookie.split(';')) {
    const name = cookie.split('=')[0]?.trim()
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API exists only over https
    if (name) document.cookie = `${name}=; expires=Thu, 01 Jan 1970 00:00:00 GMT; path=/`
  }
}

/** Forgets what is kept for an account that another takes the place of: everything but the entry `key`. */
export function forgetAllBut(key: string): void {
  for (const other of settingKeys('')) if (other !== key) writeSetting(other, undefined)
  try {
    sessionStorage.clear()
  } catch {
    // Nothing was kept where storage is forbidden.
  }
}

const noteKey = 'note'

/** Leaves a word for the page that is loaded next in this tab. */
export function leaveNote(note: string): void {
  try {
    sessionStorage.setItem(noteKey, note)
  } catch {
    // The page does without.
  }
}

/** Takes the word that the page before left, once. */
export function takeNote(): string | undefined {
  try {
    const note = sessionStorage.getItem(noteKey) ?? undefined
    sessionStorage.removeItem(noteKey)
    return note
  } catch {
    return undefined
  }
}

/** Keeps a cookie of this site for some milliseconds. It goes nowhere else, and over https only where this page came by it. */
export function writeCookie(name: string, value: string, lasts: number): void {
  const safe = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API exists only over https
  document.cookie = `${name}=${encodeURIComponent(value)}; max-age=${lasts / 1_000}; path=/; samesite=strict${safe}`
}

export const origin = (): string => location.origin
export const hostname = (): string => location.hostname

/** Goes to a page of this client without loading it anew. */
export function go(url: string, options: { replace?: boolean } = {}): void {
  navigate(url, options)
}

/** Leaves for an address; the browser loads it. */
export function leaveFor(url: string, options: { replace?: boolean } = {}): void {
  if (options.replace) location.replace(url)
  else location.assign(url)
}

/** Loads a page of this client anew, from its start. */
export function loadAnew(url: string): void {
  // The browser's own method: the page that is about to go must not hear of it and draw itself once more.
  History.prototype.replaceState.call(history, null, '', url)
  location.reload()
}

/** Whether the last change of place was a step through the browser's history rather than a choice on the page. */
let stepped = false
export const steppedThroughHistory = (): boolean => stepped

/** Tells steps through the history from new places, by marking every entry once it was visited. */
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

export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyThroughSelection(text)
  }
}

/** Over plain http, as in a house network, there is no clipboard object. */
function copyThroughSelection(text: string): boolean {
  const area = document.createElement('textarea')
  const focused = document.activeElement
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  document.body.append(area)
  area.select()
  const worked = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  return worked
}

/** An atom that asks the browser anew whenever one of `events` happens. */
function watched<T>(ask: () => T, listen: (again: () => void) => () => void): ReadableAtom<T> {
  const store = atom<T>(undefined as T)
  onMount(store, () => {
    const again = () => store.set(ask())
    again()
    return listen(again)
  })
  return store
}

function events(on: () => EventTarget, names: readonly string[]) {
  return (again: () => void) => {
    const place = on()
    for (const name of names) place.addEventListener(name, again)
    return () => {
      for (const name of names) place.removeEventListener(name, again)
    }
  }
}

function media(query: string): ReadableAtom<boolean> {
  return watched(
    () => matchMedia(query).matches,
    (again) => events(() => matchMedia(query), ['change'])(again),
  )
}

/** Somebody is looking: the page is visible and has the keyboard. */
export const $watched: ReadableAtom<boolean> = watched(
  () => document.visibilityState === 'visible' && document.hasFocus(),
  (again) => {
    const stops = [events(() => window, ['focus', 'blur'])(again), events(() => document, ['visibilitychange'])(again)]
    return () => {
      for (const stop of stops) stop()
    }
  },
)

/** False only when the browser is sure. */
export const $networkUp: ReadableAtom<boolean> = watched(
  () => navigator.onLine,
  events(() => window, ['online', 'offline']),
)

/** Too narrow for three columns side by side. */
export const $oneColumn = media('(width < 528px)')
/** Somebody asked for as little movement as possible. */
export const $still = media('(prefers-reduced-motion: reduce)')
export const $smallHeader = media('(width < 550px)')
/** Too narrow for what Free and Pro offer side by side. */
export const $proCard = media('(width < 800px)')
/** Fingers rather than a pointer: a keyboard that slides in must not do so unasked. */
export const $touch = media('(hover: none) and (pointer: coarse)')

/** Another window of this browser signed out or in. */
export function onSettingChanged(listener: (key: string | null) => void): () => void {
  const heard = (event: StorageEvent) => listener(event.key)
  addEventListener('storage', heard)
  return () => removeEventListener('storage', heard)
}

/** The page is about to go away, perhaps for good. */
export function onLeaving(listener: () => void): () => void {
  addEventListener('pagehide', listener)
  return () => removeEventListener('pagehide', listener)
}

/** What the key for commands is called on this machine. */
export const commandKey = (): string => (/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl')

export function setTitle(title: string): void {
  document.title = title
}

/** The language that dates and numbers are written in: the browser's own, as long as it is the language of the words. */
export function regionalLanguage(language: string): string {
  const own = globalThis.navigator?.language
  return own?.split('-')[0] === language ? own : language
}

/** Where a person gets help, as whoever runs this server wrote it into the page. */
export function supportEmail(): string {
  const written = document.querySelector<HTMLMetaElement>('meta[name="support-email"]')?.content
  return written || `support@${location.hostname}`
}

/** An address outside, as whoever runs this server wrote it into the page under a name, e.g. `blog`. */
export function linkTo(name: string): string | undefined {
  const written = document.querySelector<HTMLMetaElement>(`meta[name="link-${name}"]`)?.content
  return written && /^https?:\/\//.test(written) ? written : undefined
}

/** Where help is written down, if it is. */
export const helpSite = (): string | undefined => linkTo('help')

/** A picture's address over https, save where there is no https to be had: on this machine and on our own origin. */
export function secureImage(address: string | undefined): string | undefined {
  if (!address?.startsWith('http:') || !URL.canParse(address)) return address
  const url = new URL(address)
  const own = url.origin === globalThis.location?.origin
  const here = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname) || url.hostname.endsWith('.localhost')
  return own || here ? address : address.replace(/^http:/, 'https:')
}

/** Pixels of the screen in one pixel of the page. */
export const pixelDensity = (): number => globalThis.devicePixelRatio || 1

/** Opens another site beside this one; it learns nothing of where it was opened from. */
export function openBeside(address: string): void {
  window.open(address, '_blank', 'noopener,noreferrer')
}

/** Loads a script of another site into the page. It is rejected where the page's policy or the network is against it. */
export function loadScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      reject(new Error(`${address} did not arrive.`))
    }
    document.head.append(script)
  })
}

/** The time, in milliseconds since 1970, as often as words like '5 minutes ago' need it. */
export const $now: ReadableAtom<number> = watched(
  () => Date.now(),
  (again) => {
    const timer = setInterval(again, 20_000)
    return () => clearInterval(timer)
  },
)

/**
 * The height that a keyboard on the screen leaves, in pixels; 0 where the page already gets that height by itself. iOS alone lays
 * its keyboard over the page.
 */
export const $viewport: ReadableAtom<number> = watched(
  () => (isIos() ? Math.round(visualViewport?.height ?? 0) : 0),
  (again) => (visualViewport ? events(() => visualViewport as VisualViewport, ['resize'])(again) : () => {}),
)

const isIos = (): boolean => navigator.maxTouchPoints > 1 && /iPhone|iPad|Macintosh/.test(navigator.userAgent)
