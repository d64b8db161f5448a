// Parses request fields as Gotify does: from JSON, forms and multipart forms, and with the latter also from the query.

import type { FastifyRequest } from 'fastify'
import { charsetIn, charsetOf, textIn } from '../http/reading/charset.ts'
import { checkJsonSize, parseJson } from '../http/reading/json.ts'
import { readMultipart } from '../http/reading/multipart.ts'
import { grouped, readPairs } from '../http/reading/pairs.ts'
import { GotifyRefusal } from './errors.ts'

/** The fields of a request, by lower-case name. */
export class Fields {
  readonly #values: ReadonlyMap<string, unknown>
  /** Whether they come from JSON; form fields are always texts. */
  readonly isJson: boolean

  constructor(values: Readonly<Record<string, unknown>>, isJson: boolean) {
    const named = Object.entries(values).map(([name, value]) => [name.toLowerCase(), value] as const)
    this.#values = new Map(named.filter(([, value]) => value !== null && value !== undefined))
    this.isJson = isJson
  }

  /** A text; empty if absent. @throws GotifyRefusal */
  text(name: string): string {
    const value = this.#one(name)
    if (value === undefined) return ''
    if (typeof value !== 'string') throw new GotifyRefusal(400, `Field '${name}' must be a string`)
    return value.replaceAll('\0', '')
  }

  /** @throws GotifyRefusal if the text is absent or empty */
  needed(name: string): string {
    const value = this.text(name)
    if (value === '') throw new GotifyRefusal(400, `Field '${name}' is required`)
    return value
  }

  /** An integer; undefined if absent. @throws GotifyRefusal */
  integer(name: string): number | undefined {
    const value = this.#one(name)
    if (value === undefined || (value === '' && !this.isJson)) return undefined
    const number = this.isJson ? value : integerIn(value)
    if (typeof number !== 'number' || !Number.isSafeInteger(number))
      throw new GotifyRefusal(400, `Field '${name}' must be an integer`)
    return number
  }

  /** A JSON object; undefined if absent, and in forms. @throws GotifyRefusal */
  object(name: string): Record<string, unknown> | undefined {
    const value = this.isJson ? this.#one(name) : undefined
    if (value === undefined) return undefined
    if (typeof value !== 'object' || Array.isArray(value)) throw new GotifyRefusal(400, `Field '${name}' must be an object`)
    return value as Record<string, unknown>
  }

  /** Of a repeated field, the first value. */
  #one(name: string): unknown {
    const value = this.#values.get(name.toLowerCase())
    return Array.isArray(value) && !this.isJson ? value[0] : value
  }
}

const integerIn = (value: unknown): number | undefined =>
  typeof value === 'string' && /^[+-]?\d{1,16}$/.test(value) ? Number(value) : undefined

/** Parses the fields of a request by its media type; an absent or unknown type is parsed as a form. @throws GotifyRefusal */
export function fieldsOf(request: FastifyRequest): Fields {
  const { bodyLabel, query } = request
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  if (/^\s*application\/json\b/i.test(bodyLabel)) return new Fields(jsonIn(body), true)
  const charset = charsetOf(body, charsetIn(bodyLabel))
  const inBody = /^\s*multipart\/form-data\b/i.test(bodyLabel)
    ? grouped(readMultipart(body, bodyLabel, charset))
    : /^\s*(?:application\/x-www-form-urlencoded\b|$)/i.test(bodyLabel)
      ? grouped(readPairs(body.toString('latin1'), charset))
      : {}
  return new Fields({ ...(query as object), ...inBody }, false)
}

function jsonIn(body: Buffer): Record<string, unknown> {
  const text = textIn(body, 'utf-8')
  checkJsonSize(text)
  let parsed: unknown
  try {
    parsed = parseJson(text)
  } catch {
    throw new GotifyRefusal(400, text.trim() === '' ? 'EOF' : 'the body is not valid JSON')
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new GotifyRefusal(400, 'the body is not a JSON object')
  return parsed as Record<string, unknown>
}

/** A number in the query between two bounds; `usual` if absent. @throws GotifyRefusal */
export function numberInQuery(
  request: FastifyRequest,
  name: string,
  usual: number,
  [least, most]: [least: number, most: number],
): number {
  const given = (request.query as Record<string, string | string[]>)[name]
  const value = Array.isArray(given) ? given[0] : given
  if (value === undefined || value === '') return usual
  const number = integerIn(value)
  if (number === undefined) throw new GotifyRefusal(400, `Field '${name}' must be an integer`)
  if (number < least) throw new GotifyRefusal(400, `Field '${name}' must be more or equal to ${least}`)
  if (number > most) throw new GotifyRefusal(400, `Field '${name}' must be less or equal to ${most}`)
  return number
}

/** The id in the path. @throws GotifyRefusal unless it is a whole number */
export function idIn({ params }: FastifyRequest): number {
  const { id } = params as { id: string }
  const number = Number(id)
  if (!/^\d{1,16}$/.test(id) || !Number.isSafeInteger(number)) throw new GotifyRefusal(400, 'invalid id')
  return number
}
