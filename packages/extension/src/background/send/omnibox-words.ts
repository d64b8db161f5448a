import { type Target, takesPushes } from '@waypost/client'
import { folded, placeIn } from '@waypost/client/conversations/case-fold'
import { inWords, nameInWords } from '../../targets/names.ts'
import { readRef, refOf, type TargetRef, textOfRef } from '../../targets/target-ref.ts'

interface Suggested {
  /** Entered when the suggestion is chosen; `readTyped` parses it. */
  content: string
  description: string
}

/** Browsers show only a few. */
const mostSuggested = 6
const mostNameWords = 4
/** UTF-16 units of the message in a suggestion. */
const shownWords = 80

/** The recipient and the message; without a name, the message is for oneself. */
export function readTyped(text: string): { to: TargetRef; words: string } {
  const [, ref, words] = /^@(\S+)\s+([\s\S]*)$/.exec(text.trim()) ?? []
  const to = ref === undefined ? undefined : readRef(decoded(ref))
  return to && words !== undefined ? { to, words } : { to: { section: 'people', key: 'me' }, words: text.trim() }
}

/** The suggestion for pressing Enter right away. */
export function defaultSuggestion(text: string): string {
  const { words } = readTyped(text)
  return words === ''
    ? 'Type a message for your devices, or a name and a message'
    : `Send to all your devices: ${inWords(words, shownWords)}`
}

/** The targets whose names the text begins with, each with the rest of the text; longest name first. */
export function suggestionsFor(text: string, targets: readonly Target[]): readonly Suggested[] {
  const words = text.trim().split(/\s+/)
  const found = new Map<string, Suggested>()
  for (let count = Math.min(mostNameWords, words.length - 1); count > 0; count--) {
    const typed = folded(words.slice(0, count).join(' ').replace(/^@/, ''))
    const rest = words.slice(count).join(' ')
    for (const target of targets) {
      if (found.size >= mostSuggested) return [...found.values()]
      const ref = textOfRef(refOf(target))
      if (found.has(ref) || target.type === 'me' || !takesPushes(target) || !isBegun(target, typed)) continue
      const content = `@${ref.replace(/[\s%]/g, encodeURIComponent)} ${rest}`
      found.set(ref, { content, description: `Send to ${nameInWords(target)}: ${inWords(rest, shownWords)}` })
    }
  }
  return [...found.values()]
}

function isBegun(target: Target, typed: string): boolean {
  const at = placeIn(target.name.slice(0, 200), typed)?.at
  return at === 'start' || at === 'word' || (target.key.includes('@') && target.key.startsWith(typed))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
