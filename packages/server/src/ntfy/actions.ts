// Reads the actions of a message, as JSON or in the short form of headers: `view, Open, https://example.org; http, Close, …`.

import { Action, actionsPerMessage, isOpenable, isWebAddress } from '@waypost/protocol'
import * as v from 'valibot'
import { parseJson } from '../http/reading/json.ts'
import { randomDigits } from '../tokens.ts'
import { NtfyRefusal } from './errors.ts'

type Given = Record<string, unknown>

const types = ['view', 'broadcast', 'http', 'copy']

/** Parses the actions in a text, in either form. @throws NtfyRefusal that names the error */
export function readActions(text: string): Action[] {
  const trimmed = text.trim()
  if (trimmed === '') return []
  return checkedActions(trimmed.startsWith('[') ? readJsonActions(trimmed) : readShortActions(trimmed))
}

/** Checks actions that were sent as JSON. @throws NtfyRefusal that names the error */
export function checkedActions(given: readonly unknown[]): Action[] {
  if (given.length > actionsPerMessage) throw wrong(`too many actions, only ${actionsPerMessage} allowed`)
  return given.map((action) => checkedAction(lowerCased(action)))
}

function readJsonActions(text: string): unknown[] {
  try {
    const parsed = parseJson(text)
    if (Array.isArray(parsed)) return parsed
  } catch {
    // Refused below.
  }
  throw wrong('JSON error: no list of actions')
}

/** ntfy is written in Go, which ignores the case of field names. */
function lowerCased(action: unknown): Given {
  if (typeof action !== 'object' || action === null || Array.isArray(action)) throw wrong('JSON error: an action is no object')
  const entries = Object.entries(action).filter(([name, value]) => value !== null && name !== '__proto__')
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value]))
}

function checkedAction(given: Given): Action {
  const { action, label, url, method, body, value, intent } = given
  for (const [name, text] of Object.entries({ action, label, url, method, body, value, intent }))
    if (text !== undefined && typeof text !== 'string') throw wrong(`JSON error: field '${name}' is no text`)
  const type = String(action ?? '')
  if (!types.includes(type))
    throw wrong(`parameter 'action' cannot be '${short(type)}', valid values are 'view', 'broadcast', 'http' and 'copy'`)
  if (!label) throw wrong(`parameter 'label' is required`)
  if ((type === 'view' || type === 'http') && !url) throw wrong(`parameter 'url' is required for action '${type}'`)
  if (type === 'copy' && !value) throw wrong(`parameter 'value' is required for action 'copy'`)
  if (type === 'view' && !isOpenable(String(url))) throw wrong(`parameter 'url' of action 'view' cannot be opened`)
  if (type === 'http' && !isWebAddress(String(url))) throw wrong(`parameter 'url' of action 'http' is no address of the web`)
  if (type === 'http' && body && /^(?:get|head)$/i.test(String(method ?? '')))
    throw wrong(`parameter 'body' cannot be set if 'method' is 'GET' or 'HEAD'`)
  const present = Object.entries(given).filter(([, field]) => field !== '')
  const parsed = v.safeParse(Action, { ...Object.fromEntries(present), id: randomDigits(10) }, { abortEarly: true })
  if (parsed.success) return parsed.output
  throw wrong(`parameter '${short(parsed.issues[0].path?.map(({ key }) => String(key)).join('.') ?? 'action')}' is invalid`)
}

function readShortActions(text: string): Given[] {
  const reader = new Reader(text)
  const actions: Given[] = []
  while (!reader.isAtEnd) {
    const action = readShortAction(reader)
    if (action) actions.push(action)
    if (actions.length > actionsPerMessage) break
  }
  return actions
}

function readShortAction(reader: Reader): Given | undefined {
  const action: Given = {}
  let position = 0
  for (let more = true; more; position++) {
    reader.skipSpace()
    if (position === 0 && reader.takeIf(';')) return undefined
    if (position === 0 && reader.isAtEnd) return undefined
    const key = reader.takeKey()
    const value = reader.takeValue()
    setField(action, key ?? positional(position, action, value), value)
    more = reader.takeIf(',')
    if (!more && !reader.isAtEnd && !reader.takeIf(';'))
      throw wrong(`unexpected character '${reader.next}' at position ${reader.at}`)
  }
  return action
}

function positional(position: number, { action }: Given, value: string): string {
  if (position === 0) return 'action'
  if (position === 1) return 'label'
  if (position === 2 && (action === 'view' || action === 'http')) return 'url'
  if (position === 2 && action === 'copy') return 'value'
  throw wrong(`term '${short(value)}' unknown`)
}

const plainKeys = ['action', 'label', 'url', 'method', 'body', 'intent', 'value']

function setField(action: Given, key: string, value: string): void {
  const name = key.toLowerCase()
  const [, map, entry] = /^(headers|extras)\.(.+)$/i.exec(key) ?? []
  if (map !== undefined && entry !== undefined && entry !== '__proto__') {
    const field = map.toLowerCase()
    action[field] = { ...(action[field] as Record<string, string> | undefined), [entry]: value }
  } else if (name === 'clear') {
    action.clear = readClear(value)
  } else if (plainKeys.includes(name)) {
    action[name] = name === 'action' ? value.toLowerCase() : value
  } else {
    throw wrong(`key '${short(key)}' unknown`)
  }
}

function readClear(value: string): boolean {
  const word = value.toLowerCase()
  if (['true', 'yes', '1'].includes(word)) return true
  if (['false', 'no', '0'].includes(word)) return false
  throw wrong(`'clear=${short(value)}' not allowed, allowed values are 'true', 'yes', '1', 'false', 'no' and '0'`)
}

class Reader {
  readonly #text: string
  at = 0

  constructor(text: string) {
    this.#text = text
  }

  get isAtEnd(): boolean {
    return this.at >= this.#text.length
  }

  get next(): string {
    return this.#text.charAt(this.at)
  }

  skipSpace(): void {
    while (this.next === ' ' || this.next === '\t') this.at++
  }

  takeIf(character: string): boolean {
    this.skipSpace()
    if (this.next !== character) return false
    this.at++
    return true
  }

  takeKey(): string | undefined {
    let end = this.at
    while (isOfKey(this.#text.charCodeAt(end))) end++
    const key = this.#text.slice(this.at, end)
    while (this.#text[end] === ' ' || this.#text[end] === '\t') end++
    if (key === '' || this.#text[end] !== '=') return undefined
    this.at = end + 1
    this.skipSpace()
    return key
  }

  /** Consumes a value: up to the next `,` or `;`, or a quoted one, in which a backslash escapes quotes. */
  takeValue(): string {
    const quote = this.next
    if (quote !== '"' && quote !== "'") {
      const start = this.at
      while (!this.isAtEnd && this.next !== ',' && this.next !== ';') this.at++
      return this.#text.slice(start, this.at).trim()
    }
    const parts: string[] = []
    const opened = this.at++
    let start = this.at
    while (this.next !== quote) {
      if (this.isAtEnd) throw wrong(`unexpected end of input, quote started at position ${opened}`)
      if (this.next === '\\' && this.#text[this.at + 1] === quote) {
        parts.push(this.#text.slice(start, this.at))
        start = ++this.at
      }
      this.at++
    }
    parts.push(this.#text.slice(start, this.at))
    this.at++
    return parts.join('')
  }
}

function isOfKey(code: number): boolean {
  const letter = code | 0x20
  return (letter >= 0x61 && letter <= 0x7a) || (code >= 0x30 && code <= 0x39) || code === 0x2d || code === 0x2e || code === 0x5f
}

const short = (text: string) => (text.length > 100 ? `${text.slice(0, 100)}…` : text)

const wrong = (detail: string) => new NtfyRefusal(40018, detail)
