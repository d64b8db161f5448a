// Reads, compares and joins the texts of drafts.

import { isRecord } from '../ground/objects.ts'
import type { Draft } from './push.ts'

/** The fields of a draft, all of them. */
export type DraftText = Required<Draft>

export const noDraft: DraftText = { title: '', body: '', url: '' }

/** Reads the texts of an object; anything else counts as empty. */
export function readDraftText(value: unknown): DraftText {
  if (!isRecord(value)) return noDraft
  const text = (field: unknown) => (typeof field === 'string' ? field : '')
  return { title: text(value.title), body: text(value.body), url: text(value.url) }
}

export const isEmptyDraft = (draft: DraftText): boolean => sameDraft(draft, noDraft)

export const sameDraft = (one: DraftText, other: DraftText): boolean =>
  one.title === other.title && one.body === other.body && one.url === other.url

/** Both of two drafts in one: the first, and under it what only the second says. */
export function bothDrafts(one: DraftText, other: DraftText): DraftText {
  const missing = [
    ...(one.title === '' || one.title === other.title ? [] : [other.title]),
    other.body,
    ...(one.url === '' || one.url === other.url ? [] : [other.url]),
  ].filter((text) => text !== '' && !one.body.includes(text))
  // One of them may be a later version of the other.
  const earlier = one.body !== '' && other.body.includes(one.body) ? '' : one.body
  return {
    title: one.title || other.title,
    body: [earlier, ...missing].filter((text) => text !== '').join('\n\n'),
    url: one.url || other.url,
  }
}
