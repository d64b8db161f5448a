// Decides whether a password is too easy to guess: a common one, a pattern, or the person's own words.

import { Refusal } from '@waypost/protocol'
import { madeOnce } from '../../processor/made-once.ts'

/** The person whose password it is. Their words do not count towards it. */
interface Owner {
  email: string
  name?: string | null | undefined
}

/** So many characters must be left of a password without the words of its owner, and without digits and signs at its ends. */
const leastOwn = 6
/** So many digits and signs may be around a common password: `Sunshine2024!` is one. */
const mostAround = 5
/** The shortest words of a person that are looked for. */
const shortestWord = 3

/** The 49,000 most common passwords of leaks, in lower case; loaded when they are first needed. */
const commonPasswords = madeOnce(async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
})

/**
 * Checks a password that is about to be set. Only what attackers try first is refused, as NIST SP 800-63B-4 section 3.1.1.2 asks for; there
 * are no rules on the kinds of characters.
 * @param field the field of the call that has the password
 * @throws Refusal `password_weak`
 */
export async function checkPassword(
  password: string,
  owner: Owner,
  field: 'password' | 'new_password' = 'password',
): Promise<void> {
  const refuse = (why: string) => {
    throw new Refusal('password_weak', `${why} Use a few unrelated words, or let a password manager make one.`, { param: field })
  }
  if (isOwnWords(password, owner)) refuse('Your name and email address are easy to guess.')
  if (isPattern(password)) refuse('Repeated characters and rows of characters are easy to guess.')
  if (isCommon(password, await commonPasswords())) refuse('Many people use this password, so attackers try it first.')
}

/** Whether hardly anything is left of a password without its owner's name and email address. */
export function isOwnWords(password: string, { email, name }: Owner): boolean {
  const words = [email, ...email.split(/[^\p{L}\p{N}]+/u), ...(name ?? '').split(/[^\p{L}\p{N}]+/u)]
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= shortestWord)
    .toSorted((a, b) => b.length - a.length)
  let rest = password.toLowerCase()
  const before = rest
  for (const word of words) rest = rest.replaceAll(word, ' ')
  return rest !== before && rest.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '').replace(/\s/g, '').length < leastOwn
}

/** Whether a password repeats up to four characters, or goes up or down the alphabet or the digits. */
export function isPattern(password: string): boolean {
  if (/^(.{1,4})\1+.?$/su.test(password)) return true
  const codes = [...password.toLowerCase()].map((character) => character.codePointAt(0) as number)
  const steps = codes.slice(1).map((code, index) => code - (codes[index] as number))
  return steps.every((step) => step === 1) || steps.every((step) => step === -1)
}

/** Whether a password is a common one, also with capitals, with digits for letters, doubled, or with a year or signs around it. */
export function isCommon(password: string, common: ReadonlySet<string>): boolean {
  const lower = password.toLowerCase()
  const core = /^[^\p{L}]*(.*?)[^\p{L}]*$/su.exec(lower)?.[1] ?? ''
  const cores = core !== '' && lower.length - core.length <= mostAround ? [core] : []
  return [lower, ...cores].some((word) => isListed(word, common) || isListed(halfOf(word), common))
}

function isListed(word: string, common: ReadonlySet<string>): boolean {
  return common.has(word) || common.has(word.replace(/[@4013578$!]/g, (sign) => letters[sign] ?? sign))
}

/** The signs that stand for letters most often. */
const letters: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '5': 's',
  '7': 't',
  '8': 'b',
  $: 's',
  '!': 'i',
}

/** The half of a word that is written twice; the whole word otherwise. */
function halfOf(word: string): string {
  const half = word.slice(0, word.length / 2)
  return half + half === word ? half : word
}
