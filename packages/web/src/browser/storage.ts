import type { KeyValueStore } from '@waypost/client'
import { Refusal } from '@waypost/protocol'
import { showBadge } from './app/badge.ts'
import { forgetDatabase } from './database/forget-database.ts'
import { on } from './observed.ts'

/** The session's storage, in local storage. */
export function savedLocally(): KeyValueStore {
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
    // `Object.keys` would miss a key named like a member, e.g. `length`.
    keys: (prefix) =>
      allowed(() => Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? ''))?.filter((key) =>
        key.startsWith(prefix),
      ) ?? [],
  }
}

/** Undefined if storage is forbidden or there is no room. */
function allowed<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** Reads a key of local storage; undefined if it is not set or storage is forbidden. */
export const readSetting = (key: string): string | undefined => allowed(() => localStorage.getItem(key)) ?? undefined

/** Writes a key of local storage; `undefined` removes it. Returns whether that worked. */
export function writeSetting(key: string, text: string | undefined): boolean {
  const write = () => {
    if (text === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
    return true
  }
  return !forgotten && allowed(write) === true
}

/** All keys of local storage that start with `prefix`. */
export function settingKeys(prefix: string): string[] {
  return savedLocally().keys(prefix)
}

/** Settings that say nothing about an account and are left for the browser's next user: the appearance, see `appearance.ts`. */
const looks = ['theme', 'density', 'text_size', 'motion']

// Code still running until the page is unloaded must not rewrite erased data.
let forgotten = false

/** Whether this window has erased this browser's data, and is about to be left. */
export const hasForgotten = (): boolean => forgotten

/**
 * Erases local storage except the appearance, session storage, all cookies that scripts can access, the badge, the app's notifications, and
 * the database. Later writes do nothing until the page is reloaded. Resolves once the last two are gone; everything else is erased at once.
 */
export async function forgetEverything(): Promise<void> {
  forgotten = true
  void showBadge(0)
  const look = looks.map((part) => [part, readSetting(part)] as const)
  allowed(() => localStorage.clear())
  for (const [part, choice] of look) if (choice !== undefined) allowed(() => localStorage.setItem(part, choice))
  allowed(() => sessionStorage.clear())
  for (const cookie of document.cookie.split(';')) {
    const name = cookie.split('=')[0]?.trim()
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API exists only over https
    if (name) document.cookie = `${name}=; expires=Thu, 01 Jan 1970 00:00:00 GMT; path=/`
  }
  await Promise.all([forgetApp(), forgetDatabase(true)])
}

/** If this code can't be loaded, there is no service worker either: it would have cached the code. */
const forgetApp = () => import('./app/forget-app.ts').then((module) => module.forgetApp()).catch(() => {})

/** Erases notifications, the database and all of local storage except `key`: the leftovers of an account that another one replaces. */
export async function forgetAllBut(key: string): Promise<void> {
  for (const other of settingKeys('')) if (other !== key && !looks.includes(other)) writeSetting(other, undefined)
  allowed(() => sessionStorage.clear())
  await Promise.all([forgetApp(), forgetDatabase()])
}

const noteKey = 'note'

/** Leaves a note for the next page in this tab. Best effort: the page works without one. */
export const leaveNote = (note: string): void => allowed(() => sessionStorage.setItem(noteKey, note))

/** Reads and removes the note of the previous page. */
export function takeNote(): string | undefined {
  const note = allowed(() => sessionStorage.getItem(noteKey)) ?? undefined
  allowed(() => sessionStorage.removeItem(noteKey))
  return note
}

/** Keeps a text in this tab across reloads; `undefined` removes it. Without room, or if storage is forbidden, it is lost. */
export const keepInTab = (key: string, text: string | undefined): void =>
  allowed(() => (text === undefined ? sessionStorage.removeItem(key) : sessionStorage.setItem(key, text)))

/** The text that this tab keeps under a key. */
export const keptInTab = (key: string): string | undefined => allowed(() => sessionStorage.getItem(key)) ?? undefined

/** Sets a SameSite=Strict cookie for some milliseconds; it is `secure` on https pages. */
export function writeCookie(name: string, value: string, lasts: number): void {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API exists only over https
  document.cookie = `${name}=${encodeURIComponent(value)}; max-age=${lasts / 1_000}; path=/; samesite=strict${secure}`
}

/** Calls back when another window changes local storage, with the key; null if it was cleared. */
export const onSettingChanged = (listener: (key: string | null) => void): (() => void) =>
  on(window, ['storage'], ({ key }: StorageEvent) => listener(key))
