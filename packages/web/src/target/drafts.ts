import { useEffect, useRef, useState } from 'react'
import { $watched, onSettingChanged, readSetting, writeSetting } from '../browser.ts'
import { useSession } from './client.ts'

/**
 * What was typed in a place and is not sent yet. It belongs to the account: it survives a reload, goes with the sign-out, and every
 * window of this browser in which the place is open shows the same.
 * @returns the text, and what changes it: to another text, or by the text as it is at that moment
 */
export function useDraft(place: string): readonly [string, (next: string | ((text: string) => string)) => void] {
  const owner = useSession().$account.get()?.iden ?? ''
  const key = `draft_${owner}_${place}`
  const [text, setText] = useState(() => readSetting(key) ?? '')
  const current = useRef(text)
  /** Where nothing can be kept, what is read says nothing. */
  const kept = useRef(true)

  useEffect(() => {
    const readAgain = () => {
      if (!kept.current) return
      current.current = readSetting(key) ?? ''
      setText(current.current)
    }
    const stops = [
      onSettingChanged((changed) => changed === key && readAgain()),
      // A window that the browser had put to sleep was told nothing.
      $watched.listen((watched) => watched && readAgain()),
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
