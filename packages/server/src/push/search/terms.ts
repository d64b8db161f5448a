import { cutWords, type Word } from '@waypost/protocol'
import type { PushRow } from '../row.ts'

/** Properties other than words that a search can ask for. */
export type Mark =
  | { kind: 'any' }
  | { kind: 'direction'; is: PushRow['direction'] }
  | { kind: 'conversation'; name: string; direction: PushRow['direction'] }
  | { kind: 'source' | 'target'; device: string }
  | { kind: 'has'; what: 'link' | 'file' | 'image' | 'list' }

/** The condition on a push's terms: one of each group, and none of `none`. */
export interface TermQuery {
  groups: readonly (readonly Term[])[]
  none: readonly string[]
}

/** A term as made by `termsOf`; with `begins`, it is a prefix. */
export interface Term {
  term: string
  begins?: boolean
}

/** The columns whose words are searched. */
export type SearchedRow = Pick<PushRow, (typeof searched)[number]>

/** The columns that decide the terms of a push. */
export const searched = [
  'iden',
  'owner',
  'created',
  'conversation',
  'type',
  'direction',
  'source_device_iden',
  'target_device_iden',
  'with_email',
  'with_name',
  'title',
  'body',
  'url',
  'file_name',
  'file_type',
  'file_url',
  'image_url',
  'tags',
] as const satisfies readonly (keyof PushRow)[]

/** The searchable texts of a push. */
export const textsOf = (row: SearchedRow): string[] =>
  [row.title, row.body, row.url, row.file_name, row.with_name, row.with_email, row.tags].filter((text) => text !== null)

/** The maximum bytes of one push's terms. PostgreSQL accepts a megabyte, including the owner. */
const mostBytes = 600_000

/** All distinct terms of a push, without its owner, computed in steps. */
export function* cutTerms(row: SearchedRow): Generator<undefined, ReadonlySet<string>> {
  const terms = new Set(marksOf(row).map(termOfMark))
  let bytes = 0
  for (const text of textsOf(row)) {
    const words: Word[] = []
    yield* cutWords(text, words)
    for (const { term } of words) {
      if (terms.has(term)) continue
      bytes += Buffer.byteLength(term)
      if (bytes > mostBytes) return terms
      terms.add(term)
    }
  }
  return terms
}

/** Decides whether a push's terms match a query. The index decides the same for its pushes. */
export function fitting({ groups, none }: TermQuery): (own: ReadonlySet<string>) => boolean {
  const asked = groups.map((group) => ({
    whole: new Set(group.filter(({ begins }) => !begins).map(({ term }) => term)),
    begun: group.filter(({ begins }) => begins).map(({ term }) => term),
  }))
  return (own) =>
    asked.every(({ whole, begun }) => meet(own, whole) || begun.some((term) => hasBeginning(own, term))) &&
    !none.some((term) => own.has(term))
}

function meet(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  const [few, many] = some.size < others.size ? [some, others] : [others, some]
  for (const each of few) if (many.has(each)) return true
  return false
}

function hasBeginning(terms: ReadonlySet<string>, beginning: string): boolean {
  for (const term of terms) if (term.startsWith(beginning)) return true
  return false
}

/** The term of a mark. */
export function termOfMark(mark: Mark): string {
  switch (mark.kind) {
    case 'any':
      return `${sign}a`
    case 'direction':
      return `${sign}d${mark.is}`
    case 'conversation':
      return `${sign}c${plain(mark.name)}${sign}${mark.direction}`
    case 'source':
    case 'target':
      return `${sign}${mark.kind}${plain(mark.device)}`
    case 'has':
      return `${sign}h${mark.what}`
  }
}

function marksOf(row: SearchedRow): Mark[] {
  const { conversation, direction, source_device_iden: source, target_device_iden: target } = row
  const has = {
    link: row.type === 'link' || row.url !== null,
    file: row.type === 'file' || row.file_url !== null,
    image: row.image_url !== null || (row.file_type?.startsWith('image/') ?? false),
    list: row.type === 'list',
  }
  return [
    { kind: 'any' },
    { kind: 'direction', is: direction },
    { kind: 'conversation', name: conversation, direction },
    ...(source === null ? [] : [{ kind: 'source', device: source } as const]),
    ...(target === null ? [] : [{ kind: 'target', device: target } as const]),
    ...(['link', 'file', 'image', 'list'] as const).filter((what) => has[what]).map((what) => ({ kind: 'has', what }) as const),
  ]
}

/** Begins a term that is not a word: a private-use character, which no word contains. */
const sign = '\u{e000}'

/** Words are split at ASCII punctuation, so in names it is replaced by private-use characters too. */
const plain = (name: string): string =>
  name.replace(/[\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e]/g, (found) => String.fromCharCode(0xe100 + found.charCodeAt(0)))
