import byPoints from 'emojibase-data/en/shortcodes/github.json' with { type: 'json' }

let byCode: ReadonlyMap<string, string> | undefined

/** The emoji of a short code of GitHub's list, e.g. `warning` or `+1`; undefined for any other word. */
export function emojiOf(code: string): string | undefined {
  byCode ??= new Map(
    Object.entries(byPoints).flatMap(([points, codes]) => [codes].flat().map((each) => [each, drawn(points)] as const)),
  )
  return byCode.get(code)
}

/** Labels as they are drawn: the emoji for those that name one, and the rest as words. */
export function drawnLabels(labels: readonly string[] = []): { emoji: string; words: readonly string[] } {
  const found = labels.map((label) => emojiOf(label))
  return {
    emoji: found.filter((emoji) => emoji !== undefined).join(' '),
    words: labels.filter((label, at) => found[at] === undefined && label.trim() !== ''),
  }
}

/** The characters of code points such as `1F3F3-FE0F-200D-1F308`; some need a variation selector to be drawn as emoji. */
function drawn(points: string): string {
  const text = String.fromCodePoint(...points.split('-').map((point) => Number.parseInt(point, 16)))
  return points.includes('-') || /^\p{Emoji_Presentation}$/u.test(text) ? text : `${text}\uFE0F`
}
