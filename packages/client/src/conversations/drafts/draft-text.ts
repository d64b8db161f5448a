import { isRecord } from '../../ground/objects.ts'
import type { Draft } from '../push.ts'

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

/** Merges two drafts: the first, followed by the paragraphs that only the second has. */
export function bothDrafts(one: DraftText, other: DraftText): DraftText {
  const theirs = [
    ...paragraphs(one.title === '' || one.title === other.title ? '' : other.title),
    ...paragraphs(other.body),
    ...paragraphs(one.url === '' || one.url === other.url ? '' : other.url),
  ]
  // A paragraph of one may be a later version of a paragraph of the other.
  const ours = paragraphs(one.body)
  const earlier = ours.filter((text) => !theirs.some((longer) => longer !== text && contains(longer, text)))
  const missing = theirs.filter((text) => !earlier.some((longer) => contains(longer, text)))
  return {
    title: one.title || other.title,
    body: (missing.length === 0 ? [one.body] : [...(earlier.length === ours.length ? [one.body] : earlier), ...missing])
      .filter(Boolean)
      .join('\n\n'),
    url: one.url || other.url,
  }
}

const paragraphs = (text: string): string[] => text.split(/\n{2,}/).filter(Boolean)

const letter = /[\p{L}\p{N}]/u

/** Whether a text contains another one, not just inside a word. */
function contains(text: string, part: string): boolean {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    const [before, after] = [text[at - 1] ?? '', text[at + part.length] ?? '']
    if (!letter.test(before) && !letter.test(after)) return true
  }
  return false
}
