const otherNames: Record<string, string> = {
  send: 'push',
  note: 'push',
  share: 'push',
  ls: 'list',
  history: 'list',
  pushes: 'list',
  text: 'sms',
  texts: 'sms',
  device: 'devices',
  file: 'files',
  get: 'files',
  follow: 'watch',
  tail: 'watch',
  listen: 'watch',
  start: 'run',
  serve: 'run',
  daemon: 'run',
  service: 'run',
  config: 'settings',
  configure: 'settings',
  set: 'settings',
  signin: 'login',
  auth: 'login',
  signout: 'logout',
  completions: 'completion',
}

/** Suggests commands for a mistyped one, the most likely first. */
export function suggestCommands(typed: string, commands: readonly string[]): string[] {
  const known = otherNames[typed.toLowerCase()]
  return known !== undefined && commands.includes(known) ? [known] : suggest(typed, commands)
}

/** Suggests at most three words, the most likely first: those that share a prefix with the typed one, or differ by one or two typos. */
export function suggest(typed: string, words: readonly string[]): string[] {
  const wanted = normalized(typed)
  if (wanted === '') return []
  // One typo in a short word, two in a longer one; more would match anything.
  const maxDistance = wanted.length <= 2 ? 0 : wanted.length <= 5 ? 1 : 2
  const found = new Map<string, number>()
  for (const word of words) {
    const parts = [normalized(word), ...normalized(word).split(/[\s@.]+/)]
    const distances = parts.map((part) => (isBeginning(wanted, part) ? 0.5 : distance(wanted, part)))
    const least = Math.min(...distances)
    if (least <= maxDistance || least === 0.5) found.set(word, least)
  }
  return [...found.entries()]
    .sort((a, b) => a[1] - b[1])
    .slice(0, 3)
    .map(([word]) => word)
}

/** A question with the suggestions; empty when there are none. */
export function didYouMean(words: readonly string[]): string {
  if (words.length === 0) return ''
  const quoted = words.map((word) => `"${word}"`)
  return ` Did you mean ${quoted.length === 1 ? quoted[0] : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`}?`
}

/** Normalizes text for comparison: case, accents and composition are ignored. */
export function normalized(text: string): string {
  return text.trim().normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

const isBeginning = (one: string, other: string) =>
  one.length >= 2 && other.length >= 2 && (other.startsWith(one) || one.startsWith(other))

/** The optimal string alignment distance: letters that are wrong, missing, added or swapped. */
function distance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return Number.POSITIVE_INFINITY
  let [before, last] = [[] as number[], Array.from({ length: other.length + 1 }, (_, index) => index)]
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1]
      let least = Math.min((last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + (same ? 0 : 1))
      const swapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      if (swapped) least = Math.min(least, (before[column - 2] ?? 0) + 1)
      current.push(least)
    }
    ;[before, last] = [last, current]
  }
  return last[other.length] ?? Number.POSITIVE_INFINITY
}
