// Saves text that is typed but not sent yet.

import type { Session } from '@waypost/client'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { $focused } from '../browser/attention.ts'
import { onSettingChanged, readSetting, writeSetting } from '../browser/storage.ts'
import { useSession } from './context.ts'

/** Who shows which draft of this window without writing it, by the key of its setting. */
const readers = new Map<string, Set<() => void>>()

const keyOf = (session: Session, place: string): string => `draft_${session.$account.get()?.iden ?? ''}_${place}`

/**
 * Text that is typed in a place and not sent yet. It belongs to the account: it survives a reload, is erased when the account signs out,
 * and every window of this browser that has the place open shows the same text.
 * @returns the text, and a function that sets it or computes it from the current text
 */
export function useDraft(place: string): readonly [string, (next: string | ((text: string) => string)) => void] {
  const key = keyOf(useSession(), place)
  const [text, setText] = useState(() => readSetting(key) ?? '')
  const current = useRef(text)
  /** False where storage refuses to write: what it then reads is not the draft. */
  const kept = useRef(true)

  useEffect(() => {
    const readAgain = () => {
      if (!kept.current) return
      current.current = readSetting(key) ?? ''
      setText(current.current)
    }
    const stops = [
      onSettingChanged((changed) => changed === key && readAgain()),
      // A window that the browser suspended got no storage events.
      $focused.listen((watched) => watched && readAgain()),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [key])

  return [
    text,
    (next) => {
      current.current = typeof next === 'string' ? next : next(current.current)
      kept.current = writeSetting(key, current.current === '' ? undefined : current.current)
      setText(current.current)
      for (const reader of readers.get(key) ?? []) reader()
    },
  ]
}

/** The text that is typed in a place and not sent yet, up to date; an empty text without a place. It costs nothing while others are typed. */
export function useDraftOf(place: string | undefined): string {
  const session = useSession()
  const key = place === undefined ? undefined : keyOf(session, place)
  const listen = useCallback(
    (reader: () => void) => {
      if (key === undefined) return () => {}
      const all = readers.get(key) ?? new Set()
      readers.set(key, all.add(reader))
      const stop = onSettingChanged((changed) => (changed === key || changed === null) && reader())
      return () => {
        all.delete(reader)
        if (all.size === 0) readers.delete(key)
        stop()
      }
    },
    [key],
  )
  return useSyncExternalStore(listen, () => (key === undefined ? '' : (readSetting(key) ?? '')))
}
