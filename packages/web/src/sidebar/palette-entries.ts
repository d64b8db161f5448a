/** An entry of the palette. */
export interface PaletteEntry {
  key: string
  name: string
  /** Its kind, in the line below the name. */
  line: string
  /** Other words that find it, e.g. an email address. */
  also?: string
  /** Only offered once something is typed. */
  asked?: boolean
  run: () => void
}

/** The most entries that are shown. */
const most = 50

/**
 * The entries in which every typed word is a prefix of some word, ignoring case and accents: first those whose name begins with the typed
 * text, then the rest in order. Without typed words, all entries that don't need any.
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
  // Marks are removed first as well: sorting a long run of them would take quadratic time.
  const folded = text.replace(/\p{M}/gu, '').normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return folded.match(/[\p{L}\p{N}]+/gu) ?? []
}
