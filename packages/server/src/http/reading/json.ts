import { nameLength, Refusal } from '@waypost/protocol'
import { fieldsPerRequest, tooManyFields } from './pairs.ts'

/** The maximum objects, lists, members and items in the JSON of one request, and the maximum nesting. */
export const valuesPerRequest = 100_000
export const requestDepth = 1_024

const quote = 0x22
const backslash = 0x5c

/** Parses the JSON object of a request. @throws Refusal `invalid_request`, or `invalid_param` for a field with too many values or levels */
export function readJson(text: string): Record<string, unknown> {
  checkJsonSize(text)
  try {
    const parsed = parseJson(text)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed as Record<string, unknown>
  } catch {
    // Refused below.
  }
  throw new Refusal('invalid_request', 'The body is not a JSON object.')
}

/**
 * Parses any JSON. Unpaired surrogates, which only escapes can express, become U+FFFD as in UTF-8, so that this response matches all later
 * ones.
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  const parsed: unknown = JSON.parse(text)
  return halfPair.test(text) ? wellFormed(parsed) : parsed
}

/** An escaped surrogate, paired or not. */
const halfPair = /\\u[dD][89a-fA-F]/

function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(wellFormed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name.toWellFormed(), wellFormed(inner)]))
}

/** Limits values and nesting before building anything, which can take much memory. @throws Refusal `invalid_request`, `invalid_param` */
export function checkJsonSize(text: string): void {
  let depth = 0
  let values = 0
  let fields = 1
  /** The position of the last string in the outermost object: the name of the field being read, unless its value is a string. */
  let name = { start: 0, end: 0 }
  const tooMuch = (most: string) => refusalOf(text.slice(name.start, name.end + 1), most)
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      const end = endOfString(text, at)
      if (depth === 1) name = { start: at, end }
      at = end
    } else if (code === 0x7b || code === 0x5b) {
      values++
      if (++depth > requestDepth) throw tooMuch(`${requestDepth.toLocaleString('en-US')} levels`)
    } else if (code === 0x7d || code === 0x5d) {
      depth--
    } else if (code === 0x2c) {
      values++
      if (depth === 1) fields++
    } else continue
    if (values > valuesPerRequest) throw tooMuch(`${valuesPerRequest.toLocaleString('en-US')} values`)
    if (fields > fieldsPerRequest) throw tooManyFields()
  }
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) return at
    if (code === backslash) at++
  }
  return text.length
}

function refusalOf(name: string, most: string): Refusal {
  try {
    const param = name.length < nameLength ? parseJson(name) : undefined
    if (typeof param === 'string') return Refusal.param(param, `${param}: at most ${most}`)
  } catch {
    // It has no name.
  }
  return new Refusal('invalid_request', `The body may have at most ${most}.`)
}
