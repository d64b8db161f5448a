// Defines the schemas of fields that calls share, such as idens, email addresses, flags and numbers.

import * as v from 'valibot'

/** Maximum objects in one page of a list call; a higher `limit` is reduced to it. */
export const objectsPerPage = 500

/** Lengths of texts are in UTF-16 units. */
export const nameLength = 1_000
export const addressLength = 8_192
export const bodyLength = 131_072
export const emailLength = 320
export const guidLength = 255
export const idenLength = 128

/** The kinds of fields in calls. Forms and queries contain only strings, so every kind also parses those. */

/** Any character except NUL, which is not visible and which some databases cannot store. */
const withoutNul = v.regex(/^[^\0]*$/)

/** A string of at most `maxLength` UTF-16 units. Marked as pure, so that bundlers drop schemas that a program doesn't use. */
export const text = /* @__NO_SIDE_EFFECTS__ */ (maxLength: number) => v.pipe(v.string(), v.maxLength(maxLength), withoutNul)

/** Characters that end a line, and other white space except the space. */
const breaks = /[\t-\r\u0085\u2028\u2029]+/g
/** Other control characters, and those that change text direction. */
const controls = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** A name on one line, without characters that hide or reorder surrounding text; empty if nothing is visible. */
export function plainName(text: string): string {
  const plain = text.replace(breaks, ' ').replace(controls, '')
  return isBlank(plain) ? '' : plain
}

/** Whether a text is invisible: spaces, fillers and other characters without a glyph, including those of Braille, music and hieroglyphs. */
export const isBlank = (text: string): boolean =>
  /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}\u{13441}\u{13442}\u{16fe4}]*$/u.test(text)

/** A display name: control and direction characters are removed. */
export const displayName = v.pipe(text(nameLength), v.transform(plainName))

/** An iden: an opaque, URL-safe string. */
export const iden = v.pipe(v.string(), v.minLength(1), v.maxLength(idenLength), v.regex(/^[A-Za-z0-9_.~-]+$/))

/**
 * A single email address. Lists, display names and quoted local parts are refused, because they would let a stranger add further
 * recipients.
 */
export const mailbox = /^[^\s\p{C}@<>()[\]\\,;:"|!]+@[^\s\p{C}@<>()[\]\\,;:"|!/]+$/u

/** An email address. */
export const email = v.pipe(v.string(), v.trim(), v.maxLength(emailLength), v.regex(mailbox))

/** A boolean, or its string in a form: true, false, 1 or 0; Python writes `True` and `False`. */
export const flag = v.union([
  v.boolean(),
  v.pipe(
    v.picklist(['true', 'false', 'True', 'False', '1', '0']),
    v.transform((word) => word === '1' || word.toLowerCase() === 'true'),
  ),
])

/**
 * A number or its string. In a form or a query, an unescaped `+` arrives as a space. No digit can match twice, so parsing takes linear
 * time.
 */
export const number = v.union([
  v.pipe(v.number(), v.finite()),
  v.pipe(v.string(), v.regex(/^[ +-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[ +-]?\d+)?$/i), v.transform(readNumber), v.finite()),
])

function readNumber(digits: string): number {
  return Number(digits.replaceAll(' ', '+'))
}

/** An integer from `min` to `max`. */
export const whole = /* @__NO_SIDE_EFFECTS__ */ (min: number, max: number) =>
  v.pipe(number, v.integer(), v.minValue(min), v.maxValue(max))

/** A time in seconds since 1970, with up to six decimals, by the server's clock. The type cannot be confused with microseconds. */
export type Seconds = number & { readonly unit?: 'seconds' }
/** A time in a response. */
export const seconds: v.GenericSchema<Seconds> = v.number()
/** A time in the input of a call. */
export const stamp: v.GenericSchema<number | string, Seconds> = v.pipe(number, v.minValue(0), v.maxValue(9e9))

/** The fields of every synced object. A deleted object has only these, with `active` false. */
export const synced = { iden: v.string(), active: v.boolean(), created: seconds, modified: seconds }

/** The fields that every list call takes. `active` and `active_only` both hide deleted objects. */
export const listQuery = {
  limit: v.optional(
    v.pipe(
      number,
      v.integer(),
      v.minValue(1),
      v.transform((limit) => Math.min(limit, objectsPerPage)),
    ),
  ),
  cursor: v.optional(text(200)),
  modified_after: v.optional(stamp),
  active: v.optional(flag),
  active_only: v.optional(flag),
}
export type ListQuery = v.InferOutput<v.ObjectSchema<typeof listQuery, undefined>>

/** Normalizes an email address, so different spellings count as the same person. */
export function normalizeEmail(address: string): string {
  return address.trim().toLowerCase()
}

/** Any JSON object, stored or relayed unchanged; its content is not validated. */
export const anyObject = v.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
)

/** An identifier chosen by a program to recognize its own objects. */
export const guid = v.pipe(v.string(), v.minLength(1), v.maxLength(guidLength), withoutNul)
