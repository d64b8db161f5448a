import { expect, test } from 'vitest'
import type { JsonSchema } from './json-schema.ts'
import { fieldsTable } from './page.ts'

test('the page shows the type and limits of each field, and which parts of it are optional', () => {
  const kind = (schema: JsonSchema) => {
    const table = fieldsTable('Fields', [{ name: 'it', required: false, schema }]).text
    return (/<td>(.*?)<\/td>/.exec(table)?.[1] ?? '').replaceAll('<span class="limits">', ' | ').replace(/<[^>]*>/g, '')
  }
  const place: JsonSchema = {
    type: 'object',
    properties: {
      name: { type: 'string' },
      size: { type: ['integer', 'null'] },
      tags: { type: 'array', items: { type: 'string' } },
    },
    required: ['name', 'tags'],
  }
  expect(kind(place)).toBe('object with name (text), size (whole number, optional), tags (list of text)')
  expect(kind({ type: 'object', properties: {} })).toBe('object')
  expect(kind({ $ref: '#/components/schemas/Push' })).toBe('Push')
  expect(kind({ const: 5 })).toBe('5')
  expect(kind({ type: 'string', enum: ['a', 'b', null] })).toBe('a, b')
  expect(kind({ anyOf: [{ type: 'boolean' }, { type: 'number' }, { type: 'null' }] })).toBe('true or false or number')
  expect(kind({})).toBe('anything')
  expect(kind({ type: 'string', minLength: 1, maxLength: 1_000 })).toBe('text | at most 1,000 characters')
  expect(kind({ type: 'string', minLength: 2, default: '' })).toBe('text | at least 2')
  expect(kind({ type: 'array', maxItems: 3 })).toBe('list of anything | at most 3')
  expect(kind({ type: 'integer', minimum: 0, maximum: 500, default: 20 })).toBe('whole number | from 0 to 500, 20 unless said')
  expect(kind({ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER })).toBe('whole number | from 1')
})

test('the page marks what a call cannot do without, and what stands in its address', () => {
  const marks = (where?: string) =>
    [true, false].map((required) => {
      const table = fieldsTable('Fields', [{ name: 'it', required, schema: {}, ...(where !== undefined && { where }) }]).text
      return (/<th scope="row">(.*?)<\/th>/.exec(table)?.[1] ?? '').replace(/<[^>]*>/g, '')
    })
  expect(marks('body')).toEqual(['it required', 'it'])
  expect(marks('path')).toEqual(['it required in the address', 'it in the address'])
  // The caller can't set output fields.
  expect(marks()).toEqual(['it', 'it'])
})
