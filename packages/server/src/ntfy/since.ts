import { goDuration } from './duration.ts'
import { NtfyRefusal } from './errors.ts'

export type Since = 'none' | 'all' | 'latest' | { id: string } | { time: number }

/**
 * Where a subscriber wants to start: after a message, at a time in seconds, with all messages or only with later ones.
 * @param polls whether it only fetches stored messages; the default is then all
 * @throws NtfyRefusal if it can't be parsed
 */
export function readSince(text: string, polls: boolean, now: number): Since {
  if (text === '') return polls ? 'all' : 'none'
  if (text === 'all' || text === 'none' || text === 'latest') return text
  if (/^[0-9A-Za-z]{12}$/.test(text)) return { id: text }
  if (/^\d{1,11}$/.test(text)) return { time: Number(text) }
  const duration = goDuration(text)
  if (duration === undefined) throw new NtfyRefusal(40008)
  return { time: Math.max(0, Math.floor((now - duration) / 1_000)) }
}
