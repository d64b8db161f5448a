// Narrows a search to pushes of one kind, with one tag, or of one conversation: what the index is asked for, and what decides.

import { askedTerms, hasTag, isOfKind, type SearchKind } from '@waypost/protocol'
import { type PushRow, tagsOf } from '../row.ts'
import { termsOfConversation } from './names.ts'
import { type Term, type TermQuery, termOfMark } from './terms.ts'

/** What a search is narrowed to besides its query. */
export interface Narrowed {
  kind?: SearchKind | undefined
  /** Without `#`. */
  tag?: string | undefined
  /** The name of a conversation, normalized. */
  conversation?: string | undefined
}

/** The terms of the pushes that may be wanted; `isNarrow` decides. */
export function termsOfNarrowed({ kind, tag = '', conversation }: Narrowed): TermQuery {
  const { groups, none } = kind === undefined ? { groups: [], none: [] } : termsOfKind[kind]
  const { terms, goesOn } = askedTerms(tag)
  const words = terms.map((term, index): Term[] => [{ term, ...(goesOn && index === terms.length - 1 && { begins: true }) }])
  return { groups: [...groups, ...words, ...(conversation === undefined ? [] : termsOfConversation(conversation))], none }
}

/** Whether a push is of the kind that is asked for and has the tag. The terms have decided of its conversation. */
export const isNarrow = (row: PushRow, { kind, tag }: Narrowed): boolean =>
  (kind === undefined || isOfKind(row, kind)) && (tag === undefined || hasTag({ ...row, tags: tagsOf(row) }, tag))

const has = (what: 'link' | 'file' | 'image' | 'list'): Term => ({ term: termOfMark({ kind: 'has', what }) })

const termsOfKind: Record<SearchKind, TermQuery> = {
  pictures: { groups: [[has('image')]], none: [] },
  // A link in a text has its scheme among its words.
  links: { groups: [[has('link'), { term: 'https' }, { term: 'http' }]], none: [] },
  files: { groups: [[has('file')]], none: [has('image').term] },
  lists: { groups: [[has('list')]], none: [] },
  // The index does not have them: there are few, with an index of their own.
  reminders: { groups: [], none: [] },
}
