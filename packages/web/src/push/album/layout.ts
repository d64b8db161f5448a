/** The position of a picture, in pixels from the corner where reading starts. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

interface Layout {
  boxes: readonly Box[]
  height: number
}

/** The most pictures with a box of their own; the last of them shows how many more there are. */
export const mostBoxes = 10

/** In pixels. */
const gap = 2
/** More extreme aspect ratios (width by height) are cropped. */
const [tallest, widest] = [0.6, 2]
/** The wanted height for each number of pictures, as a fraction of the width. */
const wanted = [0, 0, 0.62, 0.66, 0.72, 0.76, 0.82, 0.86, 0.9, 0.9, 0.9]
const mostInRow = 4

/**
 * Lays out pictures in a width in pixels. With three or four pictures, a tall first one is placed beside the others if those are all wide;
 * otherwise they form rows of one to four whose heights come closest to a wanted total. A row is cropped by 30 % at most.
 * @param ratios width by height of each
 */
export function layOut(ratios: readonly number[], width: number): Layout {
  const shown = ratios.slice(0, mostBoxes).map((ratio) => between(ratio, tallest, widest))
  const [first = 1, ...others] = shown
  if (shown.length < 2) {
    const height = Math.round(between(width / first, width * 0.5, width * 1.2))
    return { boxes: shown.map(() => ({ x: 0, y: 0, width, height })), height }
  }
  const isBeside = (shown.length === 3 || shown.length === 4) && first < 1.05 && Math.min(...others) >= 1
  return isBeside ? beside(first, others, width) : inRows(shown, width)
}

function beside(first: number, others: readonly number[], width: number): Layout {
  const column = sum(others.map((ratio) => 1 / ratio))
  const left = Math.round((width - gap) * between(column / (1 / first + column), 0.48, 0.66))
  const height = Math.round(between(left / first, width * 0.55, width * 0.85))
  const each = (height - gap * (others.length - 1)) / others.length
  const stacked = others.map((_, index) => ({
    x: left + gap,
    y: index * (each + gap),
    width: width - left - gap,
    height: each,
  }))
  return { boxes: [{ x: 0, y: 0, width: left, height }, ...stacked], height }
}

/** A row of pictures of equal height, as wide as the album. */
interface Row {
  ratios: readonly number[]
  height: number
}

function inRows(ratios: readonly number[], width: number): Layout {
  const want = width * (wanted[ratios.length] as number)
  const rows = bestRows(ratios, width, want)
  const all = sum(rows.map(({ height }) => height))
  const stretch = Math.min(between(want / all, 0.7, 1.25), (width * 1.1) / all)
  const boxes: Box[] = []
  let y = 0
  for (const row of rows) {
    const height = Math.round(row.height * stretch)
    let x = 0
    for (const [index, ratio] of row.ratios.entries()) {
      const isLast = index === row.ratios.length - 1
      const room = width - gap * (row.ratios.length - 1)
      const own = isLast ? width - x : Math.round((room * ratio) / sum(row.ratios))
      boxes.push({ x, y, width: own, height })
      x += own + gap
    }
    y += height + gap
  }
  return { boxes, height: y - gap }
}

/**
 * Of all ways to break pictures into rows, the one whose height is closest to the wanted one and whose rows are similar and not too narrow.
 */
function bestRows(ratios: readonly number[], width: number, want: number): readonly Row[] {
  let best: readonly Row[] = []
  let lowest = Number.POSITIVE_INFINITY
  function cut(rest: readonly number[], rows: readonly Row[]): void {
    if (rest.length === 0) {
      const cost = costOf(rows, width, want)
      if (cost < lowest) [lowest, best] = [cost, rows]
      return
    }
    for (let count = 1; count <= Math.min(mostInRow, rest.length); count++) {
      const row = rest.slice(0, count)
      cut(rest.slice(count), [...rows, { ratios: row, height: (width - gap * (count - 1)) / sum(row) }])
    }
  }
  cut(ratios, [])
  return best
}

function costOf(rows: readonly Row[], width: number, want: number): number {
  const heights = rows.map(({ height }) => height)
  const all = sum(heights)
  const mean = all / heights.length
  const uneven = sum(heights.map((height) => ((height - mean) / mean) ** 2)) / heights.length
  const narrow = rows.filter((row) => Math.min(...row.ratios) * row.height < width * 0.2).length
  return ((all - want) / want) ** 2 + 0.5 * uneven + narrow
}

const between = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)
