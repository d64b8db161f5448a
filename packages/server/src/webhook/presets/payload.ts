// Defines the input and output of presets, and safe access to a payload that anyone may have written.

/** A payload as received by a webhook. */
export interface Incoming {
  /** The request headers that identify the payload, by lower-case name. */
  headers: Readonly<Record<string, string>>
  payload: unknown
}

/** The message made from a payload. */
export interface PayloadMessage {
  title?: string
  body?: string
  url?: string
  priority?: number
  labels?: string[]
  markdown?: boolean
}

/** Makes messages from the payloads of one sender. */
export interface Preset {
  /** Its name in the settings of a source and in ntfy's parameter `template`. */
  name: string
  recognizes(incoming: Incoming): boolean
  /** The message; undefined for a payload without any of the required fields. */
  read(incoming: Incoming): PayloadMessage | undefined
}

/** The maximum characters of one text in a payload; longer ones are truncated. */
const textLength = 20_000

/** The value at a path of names and indexes; undefined if there is none. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let here = value
  for (const step of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, step)) return undefined
    here = (here as Record<string | number, unknown>)[step]
  }
  return here
}

/** The text or number at a path, as trimmed text; undefined if it is empty or anything else. */
export function textAt(value: unknown, ...path: readonly (string | number)[]): string | undefined {
  const found = at(value, ...path)
  if (typeof found === 'number') return String(found)
  if (typeof found !== 'string') return undefined
  return cut(found, textLength).trim() || undefined
}

/** The list at a path; empty if there is none. */
export function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = at(value, ...path)
  return Array.isArray(found) ? found : []
}

/** The number at a path, possibly written as text. */
export function numberAt(value: unknown, ...path: readonly (string | number)[]): number | undefined {
  const text = textAt(value, ...path)
  const number = text === undefined || text.length > 30 ? Number.NaN : Number(text)
  return Number.isFinite(number) ? number : undefined
}

/** The first names of an object, in its order; empty for anything else. */
export function namesOf(value: unknown, most: number): string[] {
  const names: string[] = []
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return names
  for (const name in value) {
    if (names.length === most) break
    if (Object.hasOwn(value, name)) names.push(name)
  }
  return names
}

/** Whether an object has all of these names. */
export const hasAll = (value: unknown, ...names: readonly string[]): boolean =>
  names.every((name) => at(value, name) !== undefined)

/** Truncates a text that is too long, ending it with an ellipsis. */
export function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1).toWellFormed()}…` : text
}

/** The first line of a text. */
export function firstLine(text: string): string {
  const end = text.indexOf('\n')
  return (end === -1 ? text : text.slice(0, end)).trim()
}

/** Joins the lines that are present. */
export const lines = (...parts: readonly (string | undefined)[]): string | undefined =>
  parts.filter((part) => part !== undefined && part !== '').join('\n') || undefined

/** Joins the paragraphs that are present. */
export const paragraphs = (...parts: readonly (string | undefined)[]): string | undefined =>
  parts.filter((part) => part !== undefined && part !== '').join('\n\n') || undefined

/** A number with its noun, e.g. `3 commits`. */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`

/** Words in a sentence: `a, b and c`. */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

/** A line for each of a list's first entries, and the number of further ones. */
export function first<T>(most: number, all: readonly T[], line: (entry: T) => string, total = all.length): string | undefined {
  const shown = all.slice(0, most).map(line)
  return lines(...shown, total > shown.length && shown.length > 0 ? `and ${counted(total - shown.length, 'other')}` : undefined)
}

/** An identifier in words: `trial_will_end` and `trial.will-end` become `trial will end`. */
export const inWords = (name: string): string => name.replace(/[_.\-\s]+/g, ' ').trim()

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The labels of outcomes; each is the short code of an emoji. */
const outcomes = { good: ['white_check_mark'], bad: ['x'], warning: ['warning'], critical: ['rotating_light'] } as const
export const labelsOf = (outcome: keyof typeof outcomes): string[] => [...outcomes[outcome]]
