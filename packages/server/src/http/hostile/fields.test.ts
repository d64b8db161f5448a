import type { Call } from '@waypost/protocol'
import { beforeAll, expect, test } from 'vitest'
import { ask, calls, changedBy, fit, type Kind, kindsOf, person, server, setUpServer, sound } from './test-hostile.ts'

// Every field of every call with invalid values. The invalid values of each kind are listed here independently of the schema.

let token: string

setUpServer()
beforeAll(async () => {
  token = (await person()).token
})

const long = 'x'.repeat(140_000)
const deep = JSON.parse(`${'{"a":'.repeat(1_000)}1${'}'.repeat(1_000)}`)

const wrongInBody: Record<Kind, unknown[]> = {
  text: [12, 0, true, false, ['x'], [], { a: 1 }, { toString: 'x' }, deep, long, 'a\0b'],
  number: [true, false, ['1'], [], { a: 1 }, deep, 'one', '1e999', '0x10', '1,5', 'NaN', 'Infinity', '1 2', ' ', -1, '-1', 1e300],
  flag: ['yes', 'TRUE', ' ', 2, 1, 0, [], [true], { a: 1 }, deep, long],
  list: ['x', 1, true, {}, { length: 1 }, [1], [null], [true], Array(20_000).fill('x'), long],
  object: ['x', 1, 0, true, false, [], ['x'], long],
  fields: ['x', 1, 0, true, false, long],
  any: [],
}

/** Values in a query; everything there is text, or repeated. */
const wrongInQuery: Record<Kind, unknown[]> = {
  text: ['x'.repeat(9_000), 'a\0b', ['a', 'b']],
  number: ['one', '1e999', '0x10', '-1', 'NaN', ' ', ['1', '2']],
  flag: ['yes', 'TRUE', '2', ' ', ['true', 'true']],
  list: [],
  object: [],
  fields: [],
  any: [],
}

const wrongInPath = [
  'a b',
  '\0',
  'a\0b',
  '../users/me',
  '..',
  '%2e%2e',
  'ü',
  '\u{1f600}',
  '{}',
  '*',
  "' OR 1=1 --",
  'x'.repeat(301),
]

const tokenFor = (call: Call) => (call.who === 'anyone' ? undefined : fit(call, token))

const negative = new Set(['searchPushes.zone'])

const isLimit = (name: string, message: string) =>
  message.startsWith(name) && /^[\w.]+: at most [\d,.]+( characters| entries)?$/.test(message)

function short(value: unknown): string {
  return (JSON.stringify(value) ?? 'undefined').slice(0, 40)
}

test('API-009 GAP-019 GAP-001 a value of the wrong kind in any field of any call is refused by the name of the field, and writes nothing', async () => {
  const wrong: unknown[] = []
  for (const call of calls) {
    const changed = await changedBy(server, async () => {
      for (const { name, kind, inPath } of kindsOf(call)) {
        if (inPath) continue
        for (const value of call.method === 'POST' ? wrongInBody[kind] : wrongInQuery[kind]) {
          if (value === '-1' && negative.has(`${call.name}.${name}`)) continue
          const { status, body } = await ask(server, call, { ...sound(call), [name]: value }, { token: tokenFor(call) })
          const { code, param, message, type } = body.error ?? {}
          const told = status === 400 && code === 'invalid_param' && param === name && type === 'invalid_request'
          if (!told || !(message === `The param '${name}' has an invalid value.` || isLimit(name, message)))
            wrong.push([call.name, name, short(value), status, body])
        }
      }
    })
    if (changed.length > 0) wrong.push([call.name, changed])
  }
  expect(wrong).toEqual([])
})

test('API-024 API-025 an address that names nothing is refused, whatever it is made of, and writes nothing', async () => {
  const wrong: unknown[] = []
  for (const call of calls.filter(({ path }) => path.includes('/:'))) {
    const changed = await changedBy(server, async () => {
      for (const { name, inPath } of kindsOf(call)) {
        if (!inPath) continue
        for (const value of wrongInPath) {
          const { status, body } = await ask(server, call, { ...sound(call), [name]: value }, { token: tokenFor(call) })
          const told = (status === 400 && body.error.param === name) || (status === 404 && body.error.code === 'not_found')
          if (!told) wrong.push([call.name, name, short(value), status, body])
        }
      }
    })
    if (changed.length > 0) wrong.push([call.name, changed])
  }
  expect(wrong).toEqual([])
})

test('API-023 a field that a call needs cannot be left out, be null or be empty', async () => {
  const wrong: unknown[] = []
  for (const call of calls) {
    const changed = await changedBy(server, async () => {
      for (const { name, required, inPath } of kindsOf(call)) {
        if (!required || inPath || sound(call)[name] === undefined) continue
        for (const value of call.method === 'POST' ? [undefined, null, ''] : ['']) {
          const { status, body } = await ask(server, call, { ...sound(call), [name]: value }, { token: tokenFor(call) })
          if (status !== 400 || body.error.param !== name) wrong.push([call.name, name, short(value), status, body])
        }
      }
    })
    if (changed.length > 0) wrong.push([call.name, changed])
  }
  expect(wrong).toEqual([])
})

test('API-023 null and empty text are as good as leaving out a field that a call does not need, and unknown fields are ignored', async () => {
  const wrong: unknown[] = []
  for (const call of calls.filter(({ method }) => method === 'POST')) {
    for (const empty of [null, '']) {
      const spare = kindsOf(call).filter(({ name, inPath, required }) => !required && !inPath && sound(call)[name] === undefined)
      const input = { ...sound(call), ...Object.fromEntries(spare.map(({ name }) => [name, empty])), no_such_field: { a: [1] } }
      const plain = await ask(server, call, sound(call), { token: fit(call, (await person()).token) })
      const { status, body } = await ask(server, call, input, { token: fit(call, (await person()).token) })
      // If only one of something can exist, creating it again is refused for that reason.
      const told = body.error?.code === 'invalid_param' && plain.body.error?.code !== 'invalid_param'
      if (status >= 500 || told) wrong.push([call.name, status, body, plain.body])
    }
  }
  expect(wrong).toEqual([])
})

test('API-007 API-008 every list takes limit, cursor and active_only, answers under its own name, and 500 objects at most', async () => {
  // Bounded, and not synced objects.
  const others = [
    'listProviders',
    'listOnline',
    'listHistory',
    'listSessions',
    'listAccessTokens',
    'listOwnAuditEntries',
    'listInvitations',
    'listOutgoingWebhooks',
    'listWebhookAttempts',
  ]
  const lists = calls.filter(({ name, scope }) => /^list/.test(name) && scope !== 'admin' && !others.includes(name))
  expect(lists.length).toBeGreaterThanOrEqual(11)
  const wrong: unknown[] = []
  for (const call of lists) {
    const names = kindsOf(call).map(({ name }) => name)
    for (const name of ['limit', 'cursor', 'active_only', 'modified_after'])
      if (!names.includes(name)) wrong.push([call.name, name])
    const type = call.path.split('/').at(-1) as string
    const { status, body } = await ask(server, call, { limit: 100_000, active_only: true, modified_after: 0 }, { token })
    if (status !== 200 || !Array.isArray(body[type]) || 'cursor' in body) wrong.push([call.name, status, body])
    const { body: refused } = await ask(server, call, { cursor: 'no cursor of ours' }, { token })
    if (refused.error?.code !== 'invalid_cursor') wrong.push([call.name, 'cursor', refused])
  }
  expect(wrong).toEqual([])
})
