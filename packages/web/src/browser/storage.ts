// Reads and writes what this browser keeps: local storage, notes for the next page, cookies.

import type { KeyValueStore } from '@waypost/client'
import { Refusal } from '@waypost/protocol'
import { showBadge } from './app/badge.ts'
import { forgetDatabase } from './database/forget-database.ts'

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
    keys(prefix) {
      try {
        // Its own properties leave out a key that is named like a member, e.g. `length`.
        const all = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')
        return all.filter((key) => key.startsWith(prefix))
      } catch {
        return []
      }
    },
  }
}

/** Reads a key of local storage; undefined if it is not set or storage is forbidden. */
export function readSetting(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** Writes a key of local storage; `undefined` removes it. Returns whether that worked. */
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

/** All keys of local storage that start with `prefix`. */
export function settingKeys(prefix: string): string[] {
  return savedLocally().keys(prefix)
}

/** Whether local storage can be written. */
export function storageWorks(): boolean {
  const worked = writeSetting('storage_test', '1') && readSetting('storage_test') === '1'
  writeSetting('storage_test', undefined)
  return worked
}

// Code that still runs until the page is unloaded must not write erased data again.
let forgotten = false

/** Whether this window has erased what the browser keeps, and is about to be left. */
export const hasForgotten = (): boolean => forgotten

/**
 * Erases local storage, session storage, all cookies that scripts can access, the number on the icon of the app, its notifications, and the
 * database. Later writes do nothing until the page is reloaded. Resolves once the last two are gone; all else is at once.
 */
export async function forgetEverything(): Promise<void> {
  forgotten = true
  void showBadge(0)
  try {
    localStorage.clear()
    sessionStorage.clear()
  } catch {
    // Storage is forbidden, so there is nothing to erase.
  }
  for (const cookie of document.cookie.split(';')) {
    const name = cookie.split('=')[0]?.trim()
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API exists only over https
    if (name) document.cookie = `${name}=; expires=Thu, 01 Jan 1970 00:00:00 GMT; path=/`
  }
  await Promise.all([forgetApp(), forgetDatabase(true)])
}

/** Where its code cannot be fetched there is no service worker either, which would have kept it. */
const forgetApp = () => import('./app/forget-app.ts').then((module) => module.forgetApp()).catch(() => {})

/** Erases notifications, the database and all of local storage except `key`: what the account leaves that another account replaces. */
export async function forgetAllBut(key: string): Promise<void> {
  for (const other of settingKeys('')) if (other !== key) writeSetting(other, undefined)
  try {
    sessionStorage.clear()
  } catch {
    // Storage is forbidden, so there is nothing to erase.
  }
  await Promise.all([forgetApp(), forgetDatabase()])
}

const noteKey = 'note'

/** Leaves a note for the next page in this tab. */
export function leaveNote(note: string): void {
  try {
    sessionStorage.setItem(noteKey, note)
  } catch {
    // The next page works without a note.
  }
}

/** Reads and removes the note of the previous page. */
export function takeNote(): string | undefined {
  try {
    const note = sessionStorage.getItem(noteKey) ?? undefined
    sessionStorage.removeItem(noteKey)
    return note
  } catch {
    return undefined
  }
}

/** Sets a SameSite=Strict cookie for some milliseconds; it is `secure` on https pages. */
export function writeCookie(name: string, value: string, lasts: number): void {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API exists only over https
  document.cookie = `${name}=${encodeURIComponent(value)}; max-age=${lasts / 1_000}; path=/; samesite=strict${secure}`
}

/** Calls back when another window changes local storage, with the key; null if it was cleared. Returns a function that stops. */
export function onSettingChanged(listener: (key: string | null) => void): () => void {
  const heard = (event: StorageEvent) => listener(event.key)
  addEventListener('storage', heard)
  return () => removeEventListener('storage', heard)
}
