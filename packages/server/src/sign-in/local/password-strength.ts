import { Refusal } from '@waypost/protocol'
import { madeOnce } from '../../processor/made-once.ts'

/** The person whose password it is. Their words don't count towards its length. */
interface Owner {
  email: string
  name?: string | null | undefined
}

/** How many characters of a password must remain without its owner's words, and without digits and punctuation at its ends. */
const leastOwn = 6
/** How many digits and punctuation marks may surround a common password, as in `Sunshine2024!`. */
const mostAround = 5
const shortestWord = 3

/** The 49,000 most common leaked passwords, in lower case; loaded when first needed. */
const commonPasswords = madeOnce(async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
})

/**
 * Checks a new password. Only passwords that attackers try first are refused, as NIST SP 800-63B-4 section 3.1.1.2 requires; there are no
 * rules on kinds of characters.
 * @param field the field of the call that contains the password
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

/** Whether hardly anything remains of a password without its owner's name and email address. */
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

/** Whether a password repeats up to four characters, or runs up or down the alphabet or the digits. */
export function isPattern(password: string): boolean {
  if (/^(.{1,4})\1+.?$/su.test(password)) return true
  const codes = [...password.toLowerCase()].map((character) => character.codePointAt(0) as number)
  const steps = codes.slice(1).map((code, index) => code - (codes[index] as number))
  return steps.every((step) => step === 1) || steps.every((step) => step === -1)
}

/** Whether it is a common password, even with capitals, digits for letters, doubled, or with a year or punctuation around it. */
export function isCommon(password: string, common: ReadonlySet<string>): boolean {
  const lower = password.toLowerCase()
  const core = /^[^\p{L}]*(.*?)[^\p{L}]*$/su.exec(lower)?.[1] ?? ''
  const cores = core !== '' && lower.length - core.length <= mostAround ? [core] : []
  return [lower, ...cores].some((word) => isListed(word, common) || isListed(halfOf(word), common))
}

function isListed(word: string, common: ReadonlySet<string>): boolean {
  return common.has(word) || common.has(word.replace(/[@4013578$!]/g, (sign) => letters[sign] ?? sign))
}

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

function halfOf(word: string): string {
  const half = word.slice(0, word.length / 2)
  return half + half === word ? half : word
}
