/** Something that the palette can do. */
export interface PaletteEntry {
  key: string
  /** The entries to search and show. */
  name: string
  /** What kind of thing it is, in the line under the name. */
  line: string
  /** Other words by which it is found, e.g. an email address. */
  also?: string
  /** Offered only if something is typed. */
  asked?: boolean
  run: () => void
}

/** The most entries that are shown. */
const most = 50

/**
 * The entries in which every typed word begins a word, ignoring case and accents: those whose name begins with the typed text first, then in
 * their order. Without typed words, all entries that need none.
 */
export function matchingEntries<Entry extends PaletteEntry>(entries: readonly Entry[], typed: string): Entry[] {
  const wanted = wordsIn(typed)
  if (wanted.length === 0) return entries.filter(({ asked }) => !asked).slice(0, most)
  const ranked: { entry: Entry; rank: number }[] = []
  for (const entry of entries) {
    const name = wordsIn(entry.name)
    const rest = wordsIn(`${entry.line} ${entry.also ?? ''}`)
    const rank = rankOf(wanted, name, rest)
    if (rank !== undefined) ranked.push({ entry, rank })
  }
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ entry }) => entry)
}

/** 0: the name begins with the words, 1: it contains them, 2: only name and rest together do. */
function rankOf(wanted: readonly string[], name: readonly string[], rest: readonly string[]): number | undefined {
  if (wanted.every((word, index) => name[index]?.startsWith(word))) return 0
  const beginsOne = (words: readonly string[]) => (word: string) => words.some((each) => each.startsWith(word))
  if (wanted.every(beginsOne(name))) return 1
  return wanted.every(beginsOne([...name, ...rest])) ? 2 : undefined
}

function wordsIn(text: string): string[] {
  // Marks go first as well: sorting a long row of them would take quadratic time.
  const folded = text.replace(/\p{M}/gu, '').normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return folded.match(/[\p{L}\p{N}]+/gu) ?? []
}
