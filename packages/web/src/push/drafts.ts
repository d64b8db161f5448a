import type { Draft } from '@waypost/client'

/** The draft of a push as one text: the message, its title and its link. */

const none = { title: '', body: '', url: '' }

export function readDraft(kept: string): Required<Draft> {
  try {
    const draft: unknown = JSON.parse(kept || '{}')
    if (typeof draft !== 'object' || draft === null) return none
    const { title, body, url } = { ...none, ...draft } as Record<string, unknown>
    return { title: text(title), body: text(body), url: text(url) }
  } catch {
    return none
  }
}

/** Empty when nothing is typed. */
export function draftText(draft: Draft): string {
  const typed = Object.entries(draft).filter(([, value]) => value !== '')
  return typed.length === 0 ? '' : JSON.stringify(Object.fromEntries(typed))
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
