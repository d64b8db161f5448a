/** The grid in which the files of a folder are shown. */
export interface Layout {
  count: number
  columns: number
  /** Rows that Page Up and Page Down move by. */
  page: number
  rightToLeft: boolean
}

/** The index that an arrow, page, Home or End key moves to; undefined for other keys. ← and → stay within their row. */
export function indexAfterKey(key: string, at: number, { count, columns, page, rightToLeft }: Layout): number | undefined {
  const last = count - 1
  const column = at % columns
  const forward = rightToLeft ? 'ArrowLeft' : 'ArrowRight'
  const back = rightToLeft ? 'ArrowRight' : 'ArrowLeft'
  if (columns > 1 && key === forward) return column < columns - 1 ? Math.min(last, at + 1) : at
  if (columns > 1 && key === back) return column > 0 ? at - 1 : at
  const down = (rows: number) => (at + rows * columns <= last ? at + rows * columns : lastBelow(at, last, columns))
  const up = (rows: number) => (at - rows * columns >= 0 ? at - rows * columns : column)
  if (key === 'ArrowDown') return down(1)
  if (key === 'ArrowUp') return up(1)
  if (key === 'PageDown') return down(page)
  if (key === 'PageUp') return up(page)
  if (key === 'Home') return 0
  if (key === 'End') return last
  return undefined
}

/** The lowest file in the same column, or the last file if the last row is too short. */
function lastBelow(at: number, last: number, columns: number): number {
  const lowest = last - ((((last - at) % columns) + columns) % columns)
  return Math.floor(lowest / columns) < Math.floor(last / columns) ? last : lowest
}

/** In milliseconds. Letters typed within this time form one word. */
const wordWithin = 800

/** Finds the next name that starts with the typed letters. Repeating one letter moves to the next name that starts with it. */
export function openTypeAhead(): (letter: string, time: number, names: readonly string[], at: number) => number | undefined {
  let typed = ''
  let last = Number.NEGATIVE_INFINITY
  return (letter, time, names, at) => {
    typed = time - last > wordWithin ? letter : typed + letter
    last = time
    const same = [...typed].every((each) => each === letter)
    const wanted = plain(same ? letter : typed)
    const from = same ? at + 1 : at
    for (let step = 0; step < names.length; step++) {
      const index = (from + step) % names.length
      if (plain(names[index] ?? '').startsWith(wanted)) return index
    }
    return undefined
  }
}

const plain = (text: string) =>
  text
    .slice(0, 60)
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
