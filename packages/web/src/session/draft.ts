import { useEffect, useRef, useState } from 'react'
import { $focused } from '../browser/attention.ts'
import { onSettingChanged, readSetting, writeSetting } from '../browser/storage.ts'
import { useSession } from './context.ts'

/**
 * Unsent text typed in a place. It belongs to the account: it survives a reload, is erased when the account signs out, and every window of
 * this browser that shows the place has the same text.
 * @returns the text, and a function that sets it or computes it from the current text
 */
export function useDraft(place: string): readonly [string, (next: string | ((text: string) => string)) => void] {
  const owner = useSession().$account.get()?.iden ?? ''
  const key = `draft_${owner}_${place}`
  const [text, setText] = useState(() => readSetting(key) ?? '')
  const current = useRef(text)
  /** False if storage refuses to write: then the stored value isn't the draft. */
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
    },
  ]
}
