import * as protocol from '@waypost/protocol'
import { type Call, createPush, requestBytes, setPermanent } from '@waypost/protocol'
import { describe, expect, test } from 'vitest'
import { expectLinear } from '../../../../../scripts/tests/growth.ts'
import { entriesOf, isListField } from '../call-fields.ts'
import { readBasic, readToken } from '../credentials.ts'
import { codingOf, isKnown } from '../response.ts'
import { readFields } from './body.ts'
import { parseInput } from './input.ts'
import { valuesPerRequest } from './json.ts'
import { readQuery } from './pairs.ts'

// Everything that strangers can send is parsed in linear time, up to the largest request.

const calls = Object.values<unknown>(protocol).filter(
  (value): value is Call => typeof value === 'object' && value !== null && 'takes' in value && 'path' in value,
)
const filled = (size: number, text: string) => text.repeat(Math.ceil(size / text.length)).slice(0, size)
const largest = Math.max(...calls.map((call) => call.requestBytes ?? requestBytes))

describe('bodies', () => {
  const form = 'application/x-www-form-urlencoded'
  const multipart = 'multipart/form-data; boundary='
  const part = (name: string, value = '') => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const names = (size: number, of: (index: number) => string) =>
    Array.from({ length: Math.ceil(size / of(size).length) }, (_, index) => of(index)).join('')
  const bodies: [what: string, label: string, make: (size: number) => string][] = [
    ['one field again and again', form, (size) => filled(size, 'a&')],
    ['a list again and again', form, (size) => filled(size, 'items[]=x&')],
    ['many fields', form, (size) => names(size, (index) => `k${index}=&`)],
    ['nothing but separators', form, (size) => `a=${filled(size, '&')}`],
    ['nothing but equals signs', form, (size) => filled(size, '=')],
    ['escapes', form, (size) => `a=${filled(size, '%C3%A9')}`],
    ['broken escapes', form, (size) => `a=${filled(size, '%')}`],
    ['brackets', form, (size) => `${filled(size, '[]')}=a`],
    ['white space', form, (size) => `a=${filled(size, ' ')}b${filled(size, '\n')}`],
    ['many parts', `${multipart}b`, (size) => `${filled(size, part('a'))}--b--`],
    ['many names', `${multipart}b`, (size) => `${names(size, (index) => part(`n${index}`))}--b--`],
    ['files', `${multipart}b`, (size) => `${filled(size, part('a" filename="x', 'y'))}--b--`],
    ['delimiters alone', `${multipart}b`, (size) => filled(size, '\r\n--b')],
    ['headers without an end', `${multipart}b`, (size) => `--b\r\n${filled(size, 'a:b\r\n')}\r\n--b--`],
    ['folded headers', `${multipart}b`, (size) => `--b\r\na:b\r\n${filled(size, ' c\r\n')}\r\n--b--`],
    ['params', `${multipart}b`, (size) => `${filled(size, part(filled(3_000, '\\";name="')))}--b--`],
    ['half boundaries', `${multipart}${filled(200, 'a')}`, (size) => filled(size, `\r\n--${filled(199, 'a')}`)],
    ['dashes', `${multipart}${filled(190, '-')}b`, (size) => filled(size, '-')],
    ['a boundary that ends otherwise', `${multipart}b${filled(199, 'a')}`, (size) => filled(size, 'a')],
    ['nested lists', '', (size) => `{"a":${filled(size / 2, '[')}${filled(size / 2, ']')}}`],
    ['nested objects', '', (size) => filled(size, '{"a":')],
    ['empty lists', '', (size) => `{"a":[${filled(size, '[],')}[]]}`],
    ['many keys', '', (size) => `{${names(size, (index) => `"k${index}":1,`)}"z":1}`],
    ['many keys within', '', (size) => `{"data":{${names(size, (index) => `"k${index}":1,`)}"z":1}}`],
    ['one key again and again', '', (size) => `{"data":{${filled(size, '"k":1,').slice(0, -6)}"k":1}}`],
    ['a long number', '', (size) => `{"a":${filled(size, '9')}}`],
    ['quotes', '', (size) => `{"a":"${filled(size, '\\"')}"}`],
    ['strings without an end', '', (size) => `{${filled(size, '"\\')}`],
    ['a long text', '', (size) => `{"a":"${filled(size, 'é')}"}`],
  ]
  for (const [what, label, make] of bodies)
    test(what, () => {
      const read = (body: Buffer) => readFields(createPush, body, label)
      expectLinear(what, largest, (size) => Buffer.from(make(size)), read)
    })

  test('too much of anything is refused', () => {
    const refusal = (label: string, text: string) => {
      try {
        return readFields(setPermanent, Buffer.from(text), label)
      } catch (error) {
        return (error as Error).message
      }
    }
    const tooMany = 'A request may have at most 2,000 fields.'
    expect(refusal(form, filled(4_002, 'a&'))).toBe(tooMany)
    expect(refusal('', `{${Array.from({ length: 2_001 }, (_, index) => `"${index}":1`)}}`)).toBe(tooMany)
    expect(refusal(`${multipart}b`, `${filled(2_001 * part('a').length, part('a'))}--b--`)).toBe(tooMany)
    expect(refusal('', `{"a":${filled(1_024, '[')}${filled(1_024, ']')}}`)).toBe('a: at most 1,024 levels')
    expect(refusal('', `{"a":[${filled(200_000, '1,')}1]}`)).toBe('a: at most 100,000 values')
    expect(readQuery(filled(4_002, 'a&'))).toMatchObject({ refusal: { message: tooMany } })
  })
})

// More than Node.js accepts in headers, to measure the growth.
const head = 2 ** 16

test('queries', () => {
  for (const text of ['a&', 'a=b&', '%C3%A9', '%', '+', '=', '&'])
    expectLinear(`query of ${text}`, head, (size) => filled(size, text), readQuery)
})

test('headers', () => {
  const texts = ['gzip,', 'a;q=0.1,', ';', ',', ' ', 'a ', 'Basic ', 'YTpi', '"a",', 'W/', 'q=']
  for (const text of texts) {
    const make = (size: number) => `Basic ${filled(size, text)}`
    expectLinear(`accept-encoding of ${text}`, head, make, (value) => codingOf(value))
    expectLinear(`if-none-match of ${text}`, head, make, (value) => isKnown(value, '"tag"'))
    expectLinear(`authorization of ${text}`, head, make, (authorization) => readToken({ authorization }))
    expectLinear(`credentials of ${text}`, head, make, readBasic)
    expectLinear(`charset in ${text}`, head, make, (label) => readFields(createPush, Buffer.from('a=b'), label))
  }
  for (const text of [';charset=', '; boundary="', ' ;'])
    expectLinear(
      `label of ${text}`,
      head,
      (size) => `multipart/form-data${filled(size, text)}`,
      (label) => readFields(createPush, Buffer.from('a=b'), label),
    )
})

describe('every field of every call', () => {
  const size = 2 ** 20
  const texts = [
    '1',
    '1.',
    '@',
    'a@',
    ' ',
    '\n',
    '\0',
    '-',
    'ä',
    'e\u0301',
    '\u0301',
    '\ud83d',
    'http://',
    '/',
    '\u202e',
    'email:a@',
  ]
  /** Endings that make an expression fail after it has matched everything before. */
  const ends = ['', 'x', '\0', ' ']
  test('long texts', () => {
    for (const call of calls)
      for (const [name, schema] of Object.entries(entriesOf(call.takes)))
        for (const text of texts)
          for (const end of ends) {
            const make = (size: number) => filled(size, text) + end
            const parse = (value: unknown) => parseInput(call, { [name]: value }, {})
            // Measures the whole growth only if the largest input takes noticeable time.
            const before = process.cpuUsage().user
            try {
              parse(isListField(schema) ? [make(size / 16)] : make(size / 16))
            } catch {}
            if (process.cpuUsage().user - before > 1_000) expectLinear(`${call.name}.${name} of ${text}`, size / 16, make, parse)
          }
  })

  test('long lists', () => {
    for (const call of calls)
      for (const [name, schema] of Object.entries(entriesOf(call.takes))) {
        const make = (size: number): unknown => Array.from({ length: size }, () => 'x')
        if (isListField(schema))
          expectLinear(`${call.name}.${name}`, valuesPerRequest, make, (value) => parseInput(call, { [name]: value }, {}))
      }
  })
})
