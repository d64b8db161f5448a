import * as v from 'valibot'
import { emailLength, guidLength, idenLength, pageSize } from './limits.ts'

/** The kinds of field that calls are made of. Forms and queries carry only strings, so each kind reads those too. */

/** Every character but NUL: nothing shows it, and not every store can keep it. */
const withoutNul = v.regex(/^[^\0]*$/)

/** Text of at most `most` UTF-16 units. */
export const text = (most: number) => v.pipe(v.string(), v.maxLength(most), withoutNul)

/** An iden: opaque, URL-safe. */
export const iden = v.pipe(v.string(), v.minLength(1), v.maxLength(idenLength), v.regex(/^[A-Za-z0-9_.~-]+$/))

/**
 * The email address of one mailbox and nothing else. A list of them, a name beside one or a quoted oddity would let a stranger choose
 * who else is written to.
 */
export const mailbox = /^[^\s\p{C}@<>()[\]\\,;:"|!]+@[^\s\p{C}@<>()[\]\\,;:"|!/]+$/u

/** An email address. */
export const email = v.pipe(v.string(), v.trim(), v.maxLength(emailLength), v.regex(mailbox))

/** A yes or no: a boolean, or the words and digits that stand for one in a form; Python writes `True` and `False`. */
export const flag = v.union([
  v.boolean(),
  v.pipe(
    v.picklist(['true', 'false', 'True', 'False', '1', '0']),
    v.transform((word) => word === '1' || word.toLowerCase() === 'true'),
  ),
])

/** A number, or its digits. Where a form or a query has a `+` that was not escaped, a space arrives in its place. */
export const number = v.union([
  v.pipe(v.number(), v.finite()),
  v.pipe(v.string(), v.regex(/^[ +-]?(\d+\.?\d*|\.\d+)(e[ +-]?\d+)?$/i), v.transform(readNumber), v.finite()),
])

function readNumber(digits: string): number {
  return Number(digits.replaceAll(' ', '+'))
}

/** A whole number from `least` to `most`. */
export const whole = (least: number, most: number) => v.pipe(number, v.integer(), v.minValue(least), v.maxValue(most))

/** Seconds since 1970, with up to six decimals, by the server's clock. */
export const stamp = v.pipe(number, v.minValue(0), v.maxValue(9e9))

/** The fields that every synced object has. A deleted one has these alone, with `active` false. */
export const synced = { iden: v.string(), active: v.boolean(), created: v.number(), modified: v.number() }

/** What every list call takes. `active` and `active_only` both hide deleted objects. */
export const listQuery = {
  limit: v.optional(
    v.pipe(
      number,
      v.integer(),
      v.minValue(1),
      v.transform((limit) => Math.min(limit, pageSize)),
    ),
  ),
  cursor: v.optional(text(200)),
  modified_after: v.optional(stamp),
  active: v.optional(flag),
  active_only: v.optional(flag),
}
export type ListQuery = v.InferOutput<v.ObjectSchema<typeof listQuery, undefined>>

/** Two spellings of one mailbox are one person. */
export function normalizeEmail(address: string): string {
  return address.trim().toLowerCase()
}

/** Any JSON object, to be kept or relayed as it is; what is in it is nobody's business here. */
export const anyObject = v.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
)

/** A name that a client made up for something, to recognise it by. */
export const guid = v.pipe(v.string(), v.minLength(1), v.maxLength(guidLength), withoutNul)
