// The functions of Go templates: those of the language itself (pkg.go.dev/text/template), and Sprig's for texts, numbers, times and lists
// (masterminds.github.io/sprig).

import { checkLength, TemplateError } from './failure.ts'
import { timeOf, writeTime } from './go-dates.ts'

export type Value = unknown
type Call = (...given: Value[]) => Value

/** Whether a value is true: nil, zero and empty values are not. */
export function isTrue(value: Value): boolean {
  if (value === undefined || value === null || value === false || value === 0 || value === '') return false
  if (Array.isArray(value)) return value.length > 0
  if (value instanceof Date) return true
  return typeof value !== 'object' || Object.keys(value).length > 0
}

/** Renders a value as a template does. */
export function written(value: Value): string {
  if (value === undefined || value === null) return '<no value>'
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return limited(`[${value.slice(0, 10_000).map(written).join(' ')}]`)
  if (typeof value !== 'object') return String(value)
  if (value instanceof Date) return writeTime('2006-01-02 15:04:05 -0700 MST', value)
  const names = Object.keys(value).sort().slice(0, 10_000)
  return limited(`map[${names.map((name) => `${name}:${written((value as Record<string, unknown>)[name])}`).join(' ')}]`)
}

function limited(text: string): string {
  checkLength(text.length)
  return text
}

const text = (value: Value): string => (value === undefined || value === null ? '' : written(value))
const number = (value: Value): number => {
  const found =
    typeof value === 'boolean' ? Number(value) : Number(typeof value === 'string' ? value.trim() || Number.NaN : value)
  return Number.isFinite(found) ? found : 0
}
const whole = (value: Value): number => Math.trunc(number(value))
const list = (value: Value): readonly unknown[] => {
  if (Array.isArray(value)) return value
  throw new TemplateError('failed', 'This function needs a list.')
}
const size = (value: Value): number => {
  if (typeof value === 'string' || Array.isArray(value)) return value.length
  if (typeof value === 'object' && value !== null) return Object.keys(value).length
  throw new TemplateError('failed', 'This has no length.')
}

function compare(one: Value, other: Value): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  if (typeof one === 'string' && typeof other === 'string') return one < other ? -1 : one > other ? 1 : 0
  throw new TemplateError('failed', 'Only two numbers, or two texts, are compared.')
}

const isEqual = (one: Value, other: Value): boolean => (one ?? null) === (other ?? null)

function index(value: Value, ...path: Value[]): Value {
  let here = value
  for (const step of path) {
    if (here === undefined || here === null) return undefined
    if (Array.isArray(here)) {
      if (!Number.isInteger(step) || (step as number) < 0 || (step as number) >= here.length)
        throw new TemplateError('failed', `The list has no entry ${written(step)}.`)
      here = here[step as number]
    } else if (typeof here === 'object')
      here = Object.hasOwn(here, text(step)) ? (here as Record<string, unknown>)[text(step)] : undefined
    else throw new TemplateError('failed', 'Only lists and objects have entries.')
  }
  return here
}

function slice(value: Value, from: Value = 0, to?: Value): Value {
  if (typeof value !== 'string' && !Array.isArray(value)) throw new TemplateError('failed', 'Only texts and lists are cut.')
  const [start, end] = [whole(from), to === undefined ? value.length : whole(to)]
  if (start < 0 || end < start || end > value.length) throw new TemplateError('failed', 'The part to cut is not within it.')
  return value.slice(start, end)
}

const jsonOf = (value: Value): string => limited(JSON.stringify(value ?? null))

/** Formats values as Go does, with the verbs `%s`, `%d`, `%v`, `%q`, `%t`, `%x`, `%f`, `%e` and `%%`, with width and precision. */
function printf(format: Value, ...given: Value[]): string {
  let next = 0
  return limited(
    text(format).replace(
      /%([-+0 ]{0,4})(\d{0,3})(?:\.(\d{1,2}))?([a-zA-Z%])/g,
      (_all, flags: string, width: string, digits: string | undefined, verb: string) => {
        if (verb === '%') return '%'
        if (next >= given.length) return `%!${verb}(MISSING)`
        const shown = formatted(verb, given[next++], digits)
        const signed = flags.includes('+') && /^[\d.]/.test(shown) && 'dfeg'.includes(verb) ? `+${shown}` : shown
        if (flags.includes('-')) return signed.padEnd(Number(width))
        return signed.padStart(Number(width), flags.includes('0') && !'sqv'.includes(verb) ? '0' : ' ')
      },
    ),
  )
}

function formatted(verb: string, value: Value, digits: string | undefined): string {
  switch (verb) {
    case 'd':
      return String(whole(value))
    case 'f':
    case 'F':
      return number(value).toFixed(Number(digits ?? 6))
    case 'e':
      return number(value).toExponential(Number(digits ?? 6))
    case 'g':
      return digits === undefined ? String(number(value)) : String(Number(number(value).toPrecision(Math.max(1, Number(digits)))))
    case 'x':
    case 'X': {
      const hex = typeof value === 'string' ? Buffer.from(value).toString('hex') : whole(value).toString(16)
      return verb === 'X' ? hex.toUpperCase() : hex
    }
    case 'q':
      return JSON.stringify(written(value))
    case 't':
      return String(isTrue(value))
    default:
      return digits === undefined ? written(value) : written(value).slice(0, Number(digits))
  }
}

function repeat(count: Value, value: Value): string {
  const times = Math.max(0, whole(count))
  checkLength(times * text(value).length)
  return text(value).repeat(times)
}

const capitals = (value: Value): string =>
  text(value).replace(/(^|\s)(\S)/g, (_all, before: string, letter: string) => before + letter.toUpperCase())
const html = (value: Value): string =>
  limited(
    text(value)
      .replace(/[<>&'"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
      .replaceAll('&#60;', '&lt;')
      .replaceAll('&#62;', '&gt;')
      .replaceAll('&#38;', '&amp;'),
  )

/** Trims characters of a set from the ends of a text, in linear time. */
function trimmed(value: string, set: string, start: boolean, end: boolean): string {
  let [from, to] = [0, value.length]
  while (start && from < to && set.includes(value[from] as string)) from++
  while (end && to > from && set.includes(value[to - 1] as string)) to--
  return value.slice(from, to)
}

export const functions: ReadonlyMap<string, Call> = new Map<string, Call>(
  Object.entries({
    // Of the language. `and` and `or` are evaluated elsewhere, because they short-circuit.
    and: () => undefined,
    or: () => undefined,
    not: (value: Value) => !isTrue(value),
    eq: (one: Value, ...others: Value[]) => others.some((other) => isEqual(one, other)),
    ne: (one: Value, other: Value) => !isEqual(one, other),
    lt: (one: Value, other: Value) => compare(one, other) < 0,
    le: (one: Value, other: Value) => compare(one, other) <= 0,
    gt: (one: Value, other: Value) => compare(one, other) > 0,
    ge: (one: Value, other: Value) => compare(one, other) >= 0,
    len: size,
    index,
    slice,
    html,
    js: (value: Value) => jsonOf(text(value)).slice(1, -1),
    urlquery: (value: Value) => encodeURIComponent(text(value).toWellFormed()),
    print: (...given: Value[]) => limited(given.map(written).join('')),
    println: (...given: Value[]) => limited(`${given.map(written).join(' ')}\n`),
    printf,
    // The functions from here on are Sprig's.
    upper: (value: Value) => text(value).toUpperCase(),
    lower: (value: Value) => text(value).toLowerCase(),
    title: capitals,
    untitle: (value: Value) => text(value).charAt(0).toLowerCase() + text(value).slice(1),
    trim: (value: Value) => text(value).trim(),
    trimAll: (set: Value, value: Value) => trimmed(text(value), text(set), true, true),
    trimPrefix: (start: Value, value: Value) =>
      text(value).startsWith(text(start)) ? text(value).slice(text(start).length) : text(value),
    trimSuffix: (end: Value, value: Value) =>
      text(end) !== '' && text(value).endsWith(text(end)) ? text(value).slice(0, -text(end).length) : text(value),
    replace: (old: Value, by: Value, value: Value) => limited(text(value).replaceAll(text(old), () => text(by))),
    contains: (part: Value, value: Value) => text(value).includes(text(part)),
    hasPrefix: (start: Value, value: Value) => text(value).startsWith(text(start)),
    hasSuffix: (end: Value, value: Value) => text(value).endsWith(text(end)),
    repeat,
    nospace: (value: Value) => text(value).replace(/\s+/g, ''),
    trunc: (length: Value, value: Value) =>
      whole(length) < 0 ? text(value).slice(whole(length)) : text(value).slice(0, whole(length)),
    abbrev: (length: Value, value: Value) => {
      const most = Math.max(4, whole(length))
      return text(value).length > most ? `${text(value).slice(0, most - 3)}...` : text(value)
    },
    substr: (from: Value, to: Value, value: Value) =>
      text(value).slice(Math.max(0, whole(from)), whole(to) < 0 ? undefined : whole(to)),
    quote: (...given: Value[]) => given.map((value) => JSON.stringify(text(value))).join(' '),
    squote: (...given: Value[]) => given.map((value) => `'${text(value)}'`).join(' '),
    cat: (...given: Value[]) => limited(given.map(text).join(' ')),
    indent: (count: Value, value: Value) => limited(text(value).replace(/^/gm, repeat(count, ' '))),
    nindent: (count: Value, value: Value) => limited(`\n${text(value).replace(/^/gm, repeat(count, ' '))}`),
    plural: (one: Value, many: Value, count: Value) => (number(count) === 1 ? one : many),
    toString: text,
    toJson: jsonOf,
    toRawJson: jsonOf,
    toPrettyJson: (value: Value) => limited(JSON.stringify(value ?? null, null, 2)),
    b64enc: (value: Value) => Buffer.from(text(value)).toString('base64'),
    b64dec: (value: Value) => Buffer.from(text(value), 'base64').toString('utf8'),
    default: (instead: Value, value?: Value) => (isTrue(value) ? value : instead),
    empty: (value: Value) => !isTrue(value),
    coalesce: (...given: Value[]) => given.find(isTrue),
    ternary: (yes: Value, no: Value, value: Value) => (isTrue(value) ? yes : no),
    all: (...given: Value[]) => given.every(isTrue),
    any: (...given: Value[]) => given.some(isTrue),
    int: whole,
    int64: whole,
    float64: number,
    atoi: whole,
    add: (...given: Value[]) => given.reduce<number>((sum, value) => sum + number(value), 0),
    add1: (value: Value) => number(value) + 1,
    sub: (one: Value, other: Value) => number(one) - number(other),
    mul: (...given: Value[]) => given.reduce<number>((product, value) => product * number(value), 1),
    div: (one: Value, other: Value) => whole(number(one) / (number(other) || divisionByZero())),
    mod: (one: Value, other: Value) => whole(one) % (whole(other) || divisionByZero()),
    max: (...given: Value[]) => given.map(number).reduce((most, each) => Math.max(most, each)),
    min: (...given: Value[]) => given.map(number).reduce((least, each) => Math.min(least, each)),
    floor: (value: Value) => Math.floor(number(value)),
    ceil: (value: Value) => Math.ceil(number(value)),
    round: (value: Value, digits: Value = 0) => Number(number(value).toFixed(Math.min(20, Math.max(0, whole(digits))))),
    now: () => new Date(),
    date: (layout: Value, value: Value) => writeTime(text(layout), timeOf(value) ?? new Date()),
    dateInZone: (layout: Value, value: Value, zone: Value) => writeTime(text(layout), timeOf(value) ?? new Date(), text(zone)),
    toDate: (_layout: Value, value: Value) => timeOf(value) ?? new Date(0),
    unixEpoch: (value: Value) => String(Math.floor((timeOf(value) ?? new Date()).getTime() / 1_000)),
    list: (...given: Value[]) => given,
    join: (between: Value, value: Value) => limited(list(value).slice(0, 10_000).map(text).join(text(between))),
    splitList: (at: Value, value: Value) => text(value).split(text(at)),
    split: (at: Value, value: Value) =>
      Object.fromEntries(
        text(value)
          .split(text(at), 1_000)
          .map((part, place) => [`_${place}`, part]),
      ),
    first: (value: Value) => list(value)[0],
    last: (value: Value) => list(value).at(-1),
    rest: (value: Value) => list(value).slice(1),
    initial: (value: Value) => list(value).slice(0, -1),
    reverse: (value: Value) => list(value).toReversed(),
    sortAlpha: (value: Value) => list(value).map(text).sort(),
    uniq: (value: Value) => [...new Set(list(value))],
    has: (value: Value, among: Value) => list(among).includes(value),
    append: (value: Value, more: Value) => [...list(value), more],
    keys: (value: Value) => Object.keys(Object(value)),
    values: (value: Value) => Object.values(Object(value)),
    hasKey: (value: Value, name: Value) => Object.hasOwn(Object(value), text(name)),
    get: (value: Value, name: Value) => index(value, text(name)) ?? '',
    kindOf: (value: Value) =>
      Array.isArray(value)
        ? 'slice'
        : value === null || value === undefined
          ? 'invalid'
          : typeof value === 'object'
            ? 'map'
            : typeof value === 'number'
              ? 'float64'
              : typeof value === 'boolean'
                ? 'bool'
                : 'string',
  }),
)

function divisionByZero(): never {
  throw new TemplateError('failed', 'A number is divided by zero.')
}
