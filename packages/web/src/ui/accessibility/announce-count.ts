// Announces to screen readers how many results a search has.

import { useEffect } from 'react'
import { count, i18n } from '../language.ts'
import { say } from './announce.ts'

const messages = i18n('announce-count', { results: count({ one: '{count} result', other: '{count} results' }) })

/** The count is announced this long after the last change, in milliseconds. */
const speakAfter = 700

/** Announces the number of results to screen readers; nothing if it is undefined. */
export function useAnnouncedCount(found: number | undefined): void {
  useEffect(() => {
    if (found === undefined) return
    const timer = setTimeout(() => say(messages.get().results(found)), speakAfter)
    return () => clearTimeout(timer)
  }, [found])
}
