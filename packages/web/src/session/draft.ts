import { useEffect, useRef, useState } from 'react'
import { $focused } from '../browser/attention.ts'
import { onSettingChanged, readSetting, writeSetting } from '../browser/storage.ts'
import { useSession } from './context.ts'

/**
 * Text that is typed in a place and not sent yet. It belongs to the account: it survives a reload, is erased when the account signs out,
 * and every window of this browser that has the place open shows the same text.
 * @returns the text, and a function that sets it or computes it from the current text
 */
export function useDraft(place: string): readonly [string, (next: string | ((text: string) => string)) => void] {
  const owner = useSession().$account.get()?.iden ?? ''
  const key = `draft_${owner}_${place}`
  const [text, setText] = useState(() => readSetting(key) ?? '')
  const current = useRef(text)
  /** False where storage refuses to write: the value that it then reads is not the draft. */
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
