// Parses JSON from clients within limits.

import { limits, Refusal } from '@waypost/protocol'
import { tooManyFields } from './pairs.ts'

const quote = 0x22
const backslash = 0x5c

/**
 * Parses the JSON object of a request.
 * @throws Refusal `invalid_request` for anything else and for too many fields, `invalid_param` for a field with too many values or levels
 */
export function readJson(text: string): Record<string, unknown> {
  checkSize(text)
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed as Record<string, unknown>
  } catch {
    // Refused below.
  }
  throw new Refusal('invalid_request', 'The body is not a JSON object.')
}

/** Counts values and nesting before anything is built from them: a few bytes of JSON are many in memory, and take long to walk through. */
function checkSize(text: string): void {
  let depth = 0
  let values = 0
  let fields = 1
  /** Where the last string in the outermost object is: the name of the field that is being read, unless its value is a string. */
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
      if (++depth > limits.requestDepth) throw tooMuch(`${limits.requestDepth.toLocaleString('en-US')} levels`)
    } else if (code === 0x7d || code === 0x5d) {
      depth--
    } else if (code === 0x2c) {
      values++
      if (depth === 1) fields++
    } else continue
    if (values > limits.requestValues) throw tooMuch(`${limits.requestValues.toLocaleString('en-US')} values`)
    if (fields > limits.requestFields) throw tooManyFields()
  }
}

/** The index of the closing quote of a string. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) return at
    if (code === backslash) at++
  }
  return text.length
}

/** Names the field that is too much, by its name as JSON. */
function refusalOf(name: string, most: string): Refusal {
  try {
    const param: unknown = name.length < limits.nameLength ? JSON.parse(name) : undefined
    if (typeof param === 'string') return Refusal.param(param, `${param}: at most ${most}`)
  } catch {
    // It has no name.
  }
  return new Refusal('invalid_request', `The body may have at most ${most}.`)
}
