// Reads and writes the draft of a push, which is stored as JSON: message, title and link.

import type { Draft } from '@waypost/client'

const none = { title: '', body: '', url: '' }

/** Parses a stored draft; an unreadable one counts as empty. */
export function parseDraft(stored: string): Required<Draft> {
  try {
    const draft: unknown = JSON.parse(stored || '{}')
    if (typeof draft !== 'object' || draft === null) return none
    const { title, body, url } = { ...none, ...draft } as Record<string, unknown>
    return { title: text(title), body: text(body), url: text(url) }
  } catch {
    return none
  }
}

/** Serializes a draft; an empty draft is an empty string. */
export function serializeDraft(draft: Draft): string {
  const typed = Object.entries(draft).filter(([, value]) => value !== '')
  return typed.length === 0 ? '' : JSON.stringify(Object.fromEntries(typed))
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
