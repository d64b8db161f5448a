// Restricts a search to pushes of one kind, with one tag, or in one conversation: through terms in the index, and a final check.

import { askedTerms, hasTag, isOfKind, type SearchKind } from '@waypost/protocol'
import { type PushRow, tagsOf } from '../row.ts'
import { termsOfConversation } from './names.ts'
import { type Term, type TermQuery, termOfMark } from './terms.ts'

/** The filters of a search besides its query. */
export interface Narrowed {
  kind?: SearchKind | undefined
  /** Without `#`. */
  tag?: string | undefined
  /** The name of a conversation, normalized. */
  conversation?: string | undefined
}

/** The terms of the pushes that may match; `isNarrow` decides. */
export function termsOfNarrowed({ kind, tag = '', conversation }: Narrowed): TermQuery {
  const { groups, none } = kind === undefined ? { groups: [], none: [] } : termsOfKind[kind]
  const { terms, goesOn } = askedTerms(tag)
  const words = terms.map((term, index): Term[] => [{ term, ...(goesOn && index === terms.length - 1 && { begins: true }) }])
  return { groups: [...groups, ...words, ...(conversation === undefined ? [] : termsOfConversation(conversation))], none }
}

/** Whether a push has the requested kind and tag. The terms have already decided its conversation. */
export const isNarrow = (row: PushRow, { kind, tag }: Narrowed): boolean =>
  (kind === undefined || isOfKind(row, kind)) && (tag === undefined || hasTag({ ...row, tags: tagsOf(row) }, tag))

const has = (what: 'link' | 'file' | 'image' | 'list'): Term => ({ term: termOfMark({ kind: 'has', what }) })

const termsOfKind: Record<SearchKind, TermQuery> = {
  pictures: { groups: [[has('image')]], none: [] },
  // A link in a text has its scheme among its words.
  links: { groups: [[has('link'), { term: 'https' }, { term: 'http' }]], none: [] },
  files: { groups: [[has('file')]], none: [has('image').term] },
  lists: { groups: [[has('list')]], none: [] },
  // They are not in the index of words: there are few, with an index of their own.
  reminders: { groups: [], none: [] },
}
