// Cuts text into the words that search compares, identically for the index, for offline search and for highlighting.

import { bodyLength } from '../wire/field.ts'

/** A word of a text. */
export interface Word {
  /** The word in comparable form: without case, diacritics and compatibility forms, at most 64 UTF-16 units. */
  term: string
  /** Where the word starts and ends in the original text, in UTF-16 units. Words from one character or emoji share both. */
  start: number
  end: number
  /** It is the last character of a run that is cut into pairs. If the run has more, the preceding pair ends with it as well. */
  isLast?: true
}

/** Words of a text beyond this number are not found. */
export const mostWords = 10_000

/** Text beyond this many UTF-16 units is not found: the longest body of a push. */
export const searchedUnits = bodyLength

/** Maximum length of a term, in UTF-16 units. Longer words are truncated, in queries too. */
const termLength = 64
/** How many units of a word are folded: a character of two units can become one of one unit, and the rest is reserve. */
const foldedUnits = 4 * termLength
/** How many units of a text `cutWords` reads in one step: at most about a millisecond of work. */
const stepUnits = 1_000

/** A run of word characters. Sticky: it must begin at `lastIndex`. */
const runPattern = /[\p{L}\p{N}\p{M}]+/uy
const notWord = /[^\p{L}\p{N}\p{M}]+/gu
const mark = /^\p{M}/u

/**
 * Splits a run of word characters into: single characters that stand for several words, such as '½' or Arabic phrase ligatures; parts that
 * are cut into pairs, with their marks; and everything else.
 */
const several =
  '\\u00bc-\\u00be\\u037a\\u2150-\\u215f\\u2189\\u2474-\\u249b\\ufc5e-\\ufc63\\ufdfa\\ufdfb' +
  '\\ufe70\\ufe72\\ufe74\\ufe76\\ufe78\\ufe7a\\ufe7c\\ufe7e\\u{1f100}-\\u{1f10a}'
/**
 * Scripts in which a search term may occur anywhere between two spaces, because they use none, or as in Korean join nouns and particles:
 * Thai, Lao, Myanmar, Khmer, Hangul, kana and Han, by code point, because script properties differ between versions of Unicode.
 */
const paired =
  '\\u0e00-\\u0eff\\u1000-\\u109f\\ua9e0-\\ua9ff\\uaa60-\\uaa7f\\u1780-\\u17ff\\u19e0-\\u19ff\\u3000-\\u30ff\\u31f0-\\u31ff' +
  '\\u1100-\\u11ff\\u3130-\\u318f\\ua960-\\ua97f\\uac00-\\ud7ff\\uffa0-\\uffdc' +
  '\\uff66-\\uff9f\\u{1aff0}-\\u{1b16f}\\u3220-\\u3229\\u3280-\\u3289\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{3ffff}'
const kinds = new RegExp(`[${several}]|([${paired}][${paired}\\p{M}]*)|[^${paired}${several}]+`, 'gu')
const withMarks = /[^\p{M}]?\p{M}*/uy

/** The possible continuations of a decomposed Korean syllable: a vowel after one consonant, and a final consonant after a vowel. */
const firstOfSyllable = /^[\u1100-\u115f\ua960-\ua97f]$/
const vowel = /^[\u1160-\u11a7\ud7b0-\ud7c6]$/
const endsInVowel = /[\u1160-\u11a7\ud7b0-\ud7c6]$/
const lastOfSyllable = /^[\u11a8-\u11ff\ud7cb-\ud7fb]$/

/** Blocks of pictographs, without skin tones, which are ignored like case. */
const picture =
  '[\\u231a-\\u23ff\\u2600-\\u27bf\\u2b00-\\u2bff\\u{1f000}-\\u{1f0ff}\\u{1f170}-\\u{1f19a}\\u{1f200}-\\u{1f3fa}\\u{1f400}-\\u{1faff}]'
/** A flag of two letters, or a pictograph; with letters in it, it is the flag of a region. See https://unicode.org/reports/tr51/. */
const emojiTerm = `[\\u{1f1e6}-\\u{1f1ff}]{1,2}|${picture}[\\u{e0020}-\\u{e007f}]{0,15}`
const oneEmoji = `(?:${emojiTerm})[\\u{1f3fb}-\\u{1f3ff}\\ufe0e\\ufe0f]{0,2}`
/** An emoji, including joined ones. */
const emoji = new RegExp(`${oneEmoji}(?:\\u200d${oneEmoji}){0,9}`, 'uy')
const emojiTerms = new RegExp(emojiTerm, 'gu')

/**
 * Marks that only change how a letter is written or pronounced: diacritics of Latin, Greek and Cyrillic, Hebrew points, Arabic harakat and
 * tatweel, and variation selectors. Marks that are letters in their own right, as in Indic scripts, Thai or Japanese, are not among them.
 */
const diacritics = new RegExp(
  '[\\u0300-\\u036f\\u0483-\\u0489\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u0610-\\u061a\\u0640\\u064b-\\u065f\\u0670' +
    '\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed\\u08d3-\\u08e1\\u08e3-\\u08ff\\u180b-\\u180d\\u180f\\u1ab0-\\u1aff' +
    '\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe00-\\ufe0f\\ufe20-\\ufe2f\\u{e0100}-\\u{e01ef}]+',
  'gu',
)

/** Letters that are typed as others and that Unicode does not decompose. */
const typedAs: Readonly<Record<string, string>> = { ß: 'ss', ς: 'σ', ø: 'o', ł: 'l', æ: 'ae', œ: 'oe', đ: 'd', ı: 'i' }
const typedAsOthers = /[ßςøłæœđı]/g

/** A cache of the folded forms of simple letters by code; '' for diacritics, null for other characters. */
const simpleLetters: (string | null | undefined)[] = []

/**
 * The words of a text, in order, at most `mostWords`. A word is a run of letters, digits and marks, or an emoji; a joined emoji counts as
 * its parts. Scripts without spaces are cut into overlapping pairs of characters, and the last one alone, so any part is found and every
 * engine cuts alike. Takes linear time and never throws.
 */
export function wordsOf(text: string): Word[] {
  const words: Word[] = []
  const steps = cutWords(text, words)
  while (!steps.next().done);
  return words
}

/** Appends the words of a text to a list, like `wordsOf`, in steps of about a millisecond at most. */
export function* cutWords(whole: string, words: Word[]): Generator<undefined, void> {
  const text = whole.length > searchedUnits ? cutAt(whole, 0, searchedUnits) : whole
  const most = words.length + mostWords
  let at = 0
  for (let pause = stepUnits; at < text.length && words.length < most; ) {
    if (at >= pause) {
      yield
      pause = at + stepUnits
    }
    const start = at
    let code = text.charCodeAt(at)
    while (isAlphanumeric(code)) code = text.charCodeAt(++at)
    // Most words are ASCII and end before an ASCII character; they can skip the rest.
    if (code < 0x80 || at === text.length) {
      if (at > start) words.push({ term: cut(text.slice(start, at)).toLowerCase(), start, end: at })
      at += 1
      continue
    }
    at = addSimple(words, text, start) ?? (yield* addRun(words, text, start, most))
    if (at === start) at = addEmoji(words, text, start)
    if (at === start) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
  }
  if (words.length > most) words.length = most
}

/**
 * The terms of a query text. If its characters are cut into pairs, it may occur within a word: then its last character is already in the
 * preceding pair.
 * @returns `goesOn`: it is the only one, so it matches every pair that begins with it
 */
export function askedTerms(text: string): { terms: string[]; goesOn: boolean } {
  const words = wordsOf(text)
  const [before, last] = [words.at(-2), words.at(-1)]
  const isInPair = last?.isLast === true && before !== undefined && before.end === last.end
  if (isInPair) words.pop()
  return { terms: words.map(({ term }) => term), goesOn: last?.isLast === true && !isInPair }
}

/** ASCII letters and digits; false for NaN, which marks the end of a text. */
const isAlphanumeric = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a)

/**
 * Adds the word that begins at `start` if it consists of simple letters alone, and returns its end, or undefined if it does not. Does what
 * `addRun` does, several times faster.
 */
function addSimple(words: Word[], text: string, start: number): number | undefined {
  let term = ''
  let at = start
  for (; at < text.length; at += 1) {
    const letter = simpleLetter(text.charCodeAt(at))
    if (letter === null) break
    term += letter
  }
  if (at === start || endOfRun(text, at) > at) return
  if (term !== '') words.push({ term: cut(term), start, end: at })
  return at
}

/** The folded form of a letter of Latin, Greek, Cyrillic or Armenian script, if its folding does not depend on its neighbours. */
function simpleLetter(code: number): string | null {
  if (code >= 0x590 && (code < 0x1e00 || code >= 0x2000)) return null
  const known = simpleLetters[code]
  if (known !== undefined) return known
  const character = String.fromCharCode(code)
  const folded = fold(character)
  const letter = `${character}${folded}`.search(notWord) === -1 ? folded : null
  simpleLetters[code] = letter
  return letter
}

/** The end of the run of word characters that begins at `start`: `start` itself if there is none. */
function endOfRun(text: string, start: number): number {
  runPattern.lastIndex = start
  return runPattern.test(text) ? runPattern.lastIndex : start
}

/** Appends the words of the run that begins at `start`, and returns its end: `start` if there is none. */
function* addRun(words: Word[], text: string, start: number, most: number): Generator<undefined, number> {
  const end = endOfRun(text, start)
  if (end === start) return start
  let pause = start + stepUnits
  for (const match of text.slice(start, end).matchAll(kinds)) {
    if (words.length >= most) break
    const from = start + match.index
    if (from >= pause) {
      yield
      pause = from + stepUnits
    }
    if (match[1] === undefined) addFolded(words, match[0], from)
    else yield* addPairs(words, match[0], from, most)
  }
  return end
}

/**
 * Appends the pairs of a run, in steps. They consist of folded characters, of which one character in the text may yield several, or half of
 * one.
 */
function* addPairs(words: Word[], run: string, start: number, most: number): Generator<undefined, void> {
  let before: Word | undefined
  let last: Word | undefined
  const end = () => {
    if (before && last) words.push({ term: cut(before.term + last.term), start: before.start, end: last.end })
    before = last
  }
  let pause = stepUnits
  for (let at = 0; at < run.length && words.length < most; ) {
    if (at >= pause) {
      yield
      pause = at + stepUnits
    }
    withMarks.lastIndex = at
    withMarks.test(run)
    const from = start + at
    at = withMarks.lastIndex
    for (const character of fold(run.slice(from - start, at)).replace(notWord, '')) {
      if (last && goesOn(last.term, character)) {
        last.term = cut(last.term + character)
        last.end = start + at
        continue
      }
      end()
      last = { term: character, start: from, end: start + at }
    }
  }
  end()
  if (last) words.push({ ...last, isLast: true })
}

/** Whether a folded character continues the preceding one. */
function goesOn(before: string, character: string): boolean {
  if (vowel.test(character)) return firstOfSyllable.test(before)
  if (lastOfSyllable.test(character)) return endsInVowel.test(before)
  return mark.test(character)
}

/** Appends the terms of the emoji that begins at `start`, and returns its end: `start` if there is none. */
function addEmoji(words: Word[], text: string, start: number): number {
  emoji.lastIndex = start
  const found = emoji.exec(text)?.[0] ?? ''
  const end = start + found.length
  for (const [term] of found.matchAll(emojiTerms)) words.push({ term, start, end })
  return end
}

function addFolded(words: Word[], part: string, start: number) {
  for (const term of fold(part).split(notWord)) if (term !== '') words.push({ term: cut(term), start, end: start + part.length })
}

/**
 * Folds case by way of upper case, which unifies letter variants that only exist in lower case. The result stays decomposed, so a partly
 * typed Korean syllable is a prefix of the whole.
 */
function fold(word: string): string {
  // Marks are removed first as well: sorting a long run of them would take quadratic time.
  const plain = cutAt(word.replace(diacritics, ''), 0, foldedUnits).normalize('NFKD').replace(diacritics, '')
  return plain
    .toUpperCase()
    .toLowerCase()
    .replace(typedAsOthers, (letter) => typedAs[letter] ?? letter)
}

const cut = (term: string): string => (term.length > termLength ? cutAt(term, 0, termLength) : term)

/** A part of a text, ending one unit earlier if it would split a surrogate pair. */
function cutAt(text: string, start: number, end: number): string {
  const last = text.charCodeAt(end - 1)
  return text.slice(start, end < text.length && last >= 0xd800 && last < 0xdc00 ? end - 1 : end)
}
