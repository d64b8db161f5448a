import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../test-server.ts'
import type { OpenApi } from './document.ts'

let server: TestServer
let document: OpenApi
beforeAll(async () => {
  server = await startTestServer()
  document = (await server.request('/openapi.json')).body
})
afterAll(() => server.close())

test('generators can make classes of the objects: names do not collide, and choices are told apart by a field', () => {
  const { schemas } = document.components
  // The classes that generators make beside: of the interface itself, and of languages.
  const theirs = ['Client', 'Configuration', 'Error', 'Exception', 'Object', 'Request', 'Response', 'String', 'Text', 'Type']
  const inFields = Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties)
      .filter(([, field]) => (field.items ?? field).properties !== undefined)
      .map(([field]) => name + field.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())),
  )
  const names = [...Object.keys(schemas), ...inFields, ...theirs].map((name) => name.toLowerCase())
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  const choices = Object.entries(schemas).filter(([, { oneOf }]) => oneOf)
  expect(choices.map(([name]) => name)).toContain('ServerFrame')
  for (const [name, { oneOf, discriminator }] of choices) {
    const { propertyName = '', mapping = {} } = discriminator ?? {}
    expect(
      oneOf?.map(({ $ref }) => $ref),
      name,
    ).toEqual(Object.values(mapping))
    for (const [value, ref] of Object.entries(mapping))
      expect(schemas[ref.split('/').at(-1) as string]?.properties?.[propertyName], name).toMatchObject({
        type: 'string',
        const: value,
      })
  }
})

test('a field with the format of an email address is one', () => {
  const wrong = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap((operation) =>
      (operation.parameters ?? []).filter(
        ({ schema, example }) => schema.format === 'email' && example !== undefined && !/^[^:]+@[^:]+$/.test(String(example)),
      ),
    )
  expect(wrong).toEqual([])
  const conversation = document.paths['/v2/history']?.get?.parameters?.find(({ name }) => name === 'conversation')
  expect(conversation?.schema).toMatchObject({ type: 'string', pattern: expect.stringContaining('email:') })
})
