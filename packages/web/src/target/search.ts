import type { Target } from '@waypost/client'

/** Finding targets by a few letters, from memory. Case and accents do not matter. */

export function matching(targets: readonly Target[], query: string): Target[] {
  const wanted = folded(query.trim()).text
  return targets.filter((target) => [target.name, target.desc].some((text) => folded(text).text.includes(wanted)))
}

/** The text in parts, those that the query found marked. */
export function marked(text: string, query: string): { text: string; hit: boolean }[] {
  const wanted = folded(query.trim()).text
  if (!wanted) return [{ text, hit: false }]
  const { text: plain, origin } = folded(text)
  const parts: { text: string; hit: boolean }[] = []
  let end = 0
  for (let at = plain.indexOf(wanted); at !== -1; at = plain.indexOf(wanted, at + wanted.length)) {
    const from = origin[at] ?? text.length
    const to = origin[at + wanted.length] ?? text.length
    if (from < end) continue
    parts.push({ text: text.slice(end, from), hit: false }, { text: text.slice(from, to), hit: true })
    end = to
  }
  parts.push({ text: text.slice(end), hit: false })
  return parts.filter((part) => part.text !== '')
}

/** The text without case and accents, and where in the text each of its letters came from. */
function folded(text: string): { text: string; origin: number[] } {
  let plain = ''
  const origin: number[] = []
  let at = 0
  for (const letter of text) {
    const bare = letter.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
    for (let index = 0; index < bare.length; index++) origin.push(at)
    plain += bare
    at += letter.length
  }
  return { text: plain, origin }
}
