/** How the files of a folder lie. */
export interface Layout {
  count: number
  columns: number
  /** Rows that a page key passes. */
  page: number
  /** Whether the first column is at the right. */
  rightToLeft: boolean
}

/** Where a key leads from a file; undefined for keys that lead nowhere. In two axes: a row's end is not the next row's beginning. */
export function moved(key: string, at: number, { count, columns, page, rightToLeft }: Layout): number | undefined {
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

/** The lowest one in the same column, or the very last one where the last row is shorter. */
function lastBelow(at: number, last: number, columns: number): number {
  const lowest = last - ((((last - at) % columns) + columns) % columns)
  return Math.floor(lowest / columns) < Math.floor(last / columns) ? last : lowest
}

/** How long letters count as one word, in milliseconds. */
const wordWithin = 800

/** Finds what begins with the letters that were typed. The same letter again goes on to the next that begins with it. */
export function openJumps(): (letter: string, time: number, names: readonly string[], at: number) => number | undefined {
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
    .toLocaleLowerCase()
