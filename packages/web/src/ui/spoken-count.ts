import { useEffect } from 'react'
import { say } from './announce.ts'
import { count, i18n } from './language.ts'

const messages = i18n('spoken-count', { results: count({ one: '{count} result', other: '{count} results' }) })

/** How long somebody must not type before the number of results is spoken, in milliseconds. */
const speakAfter = 700

/** Speaks how many were found; nothing while that is undefined. */
export function useSpokenCount(found: number | undefined): void {
  useEffect(() => {
    if (found === undefined) return
    const timer = setTimeout(() => say(messages.get().results(found)), speakAfter)
    return () => clearTimeout(timer)
  }, [found])
}
