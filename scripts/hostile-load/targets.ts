// Builds the targets: every API call with the worst inputs for its schema and the worst bodies, and every other address.

import * as protocol from '@waypost/protocol'
import { type Call, requestBytes } from '@waypost/protocol'
import type { Attack, Target } from './attack.ts'
import type { Box, Boxes } from './boxes.ts'
import { gatewayAddresses } from './gateway-addresses.ts'
import { ntfyAddresses } from './ntfy-addresses.ts'
import { otherAddresses } from './other-addresses.ts'
import type { RawRequest } from './send.ts'
import { worstBodies } from './worst-bodies.ts'
import { worstInputs } from './worst-inputs.ts'

/** Maximum characters of an input in an address. */
const queryLength = 12_000
/** Body sizes to try, in bytes; the maximum of a call comes last. */
const sizes = [16_384, 131_072]

/**
 * Calls that are tried in full: every kind of body in every size, or every kind of value in each field. The others get every kind of text
 * in all their text fields at once, and a different part of the rest for each call.
 */
const thorough = {
  bodies: ['createPush', 'createEphemeral'],
  fields: ['createPush', 'createEphemeral', 'sendErrorReport', 'searchPushes', 'listPeople', 'setPermanent'],
}
const everyNth = { fields: 5, small: 12, largest: 24 }

/** Calls after which the account or its token is gone, or things have changed for all accounts. */
const ends = ['signOut', 'deleteMe', 'deleteAllPushes', 'deleteAllAccessTokens', 'endOtherSessions', 'clearHistory']
/** Targets that are tried last, in this order, because they use up what others need. */
const last = [
  ...['exportData', 'createBackup', 'setStorageLimit', 'takePro', 'suspendPerson', 'unsuspendPerson'],
  ...[
    'deleteContact',
    'deleteChat',
    'deleteBlock',
    'deleteSubscription',
    'deleteGrant',
    'deleteClient',
    'deleteTextV2',
    'deletePush',
  ],
  ...[
    'deleteDevice',
    'deleteChannel',
    'clearHistory',
    'deleteAllPushes',
    'deleteAllAccessTokens',
    'endOtherSessions',
    'deletePerson',
    // With some settings, nobody can sign up.
    'setServerSettings',
  ],
]

/** Whether a target removes what others need and so must come last. */
export const isLast = (name: string): boolean => ends.includes(name) || last.includes(name) || name === fullAccount
const fullAccount = 'deleteMe of a full account'

/** In the order in which they are tried. */
function allCalls(): Call[] {
  const calls = (Object.values(protocol) as unknown[]).filter(isCall)
  return calls.toSorted((a, b) => last.indexOf(a.name) - last.indexOf(b.name) || a.name.localeCompare(b.name))
}

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'takes' in value && 'gives' in value && 'path' in value
}

/** @param origin the address of the server, whose reference has the good inputs */
export async function targetsOf(origin: string, boxes: Boxes): Promise<Target[]> {
  const reference = (await (await fetch(`${origin}/openapi.json`)).json()) as Reference
  const calls = allCalls().map((call) => targetOf(call, soundOf(reference, call), boxes))
  const full: Target = {
    name: fullAccount,
    attacks: () => [{ what: 'everything', bytes: 0, request: () => requestOf(protocol.deleteMe, {}, boxes.full.token) }],
  }
  return [...otherAddresses(boxes), ...ntfyAddresses(boxes), ...gatewayAddresses(boxes), ...calls, full]
}

/** The calls with the inputs of another caller, who has a token of another kind, or none. None of these calls removes what others need. */
export async function targetsOfCaller(
  origin: string,
  boxes: Boxes,
  caller: string,
  token: string | undefined,
): Promise<Target[]> {
  const reference = (await (await fetch(`${origin}/openapi.json`)).json()) as Reference
  return allCalls()
    .filter(({ name }) => !isLast(name))
    .map((call) => ({ ...targetOf(call, soundOf(reference, call), boxes, { token }), name: `${call.name} by ${caller}` }))
}

interface Reference {
  paths: Record<string, Record<string, Operation>>
}

interface Operation {
  parameters?: { name: string; example?: unknown }[]
  requestBody?: { content: Record<string, { example?: object }> }
}

function soundOf({ paths }: Reference, call: Call): Record<string, unknown> {
  const operation = paths[call.path.replace(/:(\w+)/g, '{$1}')]?.[call.method.toLowerCase()]
  const parameters = (operation?.parameters ?? []).filter(({ example }) => example !== undefined)
  const body = operation?.requestBody?.content['application/json']?.example ?? {}
  return { ...Object.fromEntries(parameters.map(({ name, example }) => [name, example])), ...body }
}

/** @param by the caller; by default the owner of a full account, or an administrator */
function targetOf(call: Call, example: Record<string, unknown>, boxes: Boxes, by?: { token: string | undefined }): Target {
  let spare: Box | undefined
  const isEnd = ends.includes(call.name)
  const box = call.scope === 'admin' ? boxes.admin : boxes.full
  const sound = { ...example, ...ownValues(call, call.scope === 'admin' ? boxes.friend : boxes.full) }
  const token = () => (by ? by.token : call.who === 'anyone' ? undefined : (spare ?? box).token)
  const takeSpare = async () => {
    spare = await boxes.spare()
  }
  const signInAgain = () => boxes.signInAgain(box)
  function* overSpare(): Iterable<Attack> {
    const most = call.method === 'POST' ? Number.POSITIVE_INFINITY : queryLength
    const isTriedInFull = thorough.fields.includes(call.name)
    let index = call.name.length + call.path.length
    for (const { what, fields, isForAll } of worstInputs(call, sound, most))
      if (isTriedInFull || isForAll || index++ % everyNth.fields === 0) yield attackOf(call, what, fields, token)
    if (call.method === 'POST') yield* bodiesOf(call, sound, token)
    else yield* queriesOf(call, sound, token)
  }
  return {
    name: call.name,
    async before() {
      if (!isEnd) return
      await takeSpare()
      await signInAgain()
    },
    *attacks() {
      for (const attack of overSpare()) yield isEnd ? { ...attack, renew: takeSpare } : attack
      // Good values, on a full account.
      spare = undefined
      if (call.name === 'signOut' || call.name === 'deleteMe') return
      const good = attackOf(call, 'a good request', sound, token)
      yield isEnd ? { ...good, renew: signInAgain } : good
      yield attackOf(call, 'a good request, compressed', sound, token, { 'accept-encoding': 'gzip' })
      if ('limit' in entriesOf(call)) yield attackOf(call, 'as many as there are', { ...sound, limit: 500 }, token)
      if ('modified_after' in entriesOf(call)) yield attackOf(call, 'all changes', { modified_after: 0.5, limit: 500 }, token)
    },
  }
}

/** Field values with which a call reaches the account's own objects. */
function ownValues(call: Call, { idens, values, email }: Box): Record<string, unknown> {
  const folder = call.path.split('/').find((part) => part in idens)
  const fields = Object.keys(entriesOf(call))
  const own = Object.entries(values).filter(
    ([name]) => fields.includes(name) && !(name === 'email' && call.name !== 'deletePerson'),
  )
  const adminOf = call.name === 'adminBecome' ? { email } : {}
  return { ...Object.fromEntries(own), ...adminOf, ...(fields.includes('iden') && folder ? { iden: idens[folder] } : {}) }
}

function attackOf(
  call: Call,
  what: string,
  fields: Record<string, unknown>,
  token: () => string | undefined,
  headers: Record<string, string> = {},
): Attack {
  const request = requestOf(call, fields, undefined, headers)
  return {
    what,
    bytes: (request.body?.length ?? 0) + request.path.length,
    request: () => ({ ...request, headers: { ...request.headers, ...tokenHeader(token()) } }),
  }
}

const tokenHeader = (token: string | undefined): Record<string, string> => (token === undefined ? {} : { 'access-token': token })

/** Path fields are removed from the others. */
function requestOf(
  call: Call,
  input: Record<string, unknown>,
  token: string | undefined,
  headers: Record<string, string> = {},
): RawRequest {
  const left = { ...input }
  const path = call.path.replace(/:(\w+)/g, (_, name) => {
    const value = left[name]
    delete left[name]
    return escaped(value ?? 'none')
  })
  const all = { ...headers, ...tokenHeader(token) }
  if (call.method === 'POST')
    return { method: 'POST', path, headers: { 'content-type': 'application/json', ...all }, body: Buffer.from(jsonOf(left)) }
  const pairs = Object.entries(left).flatMap(([name, value]) => [value].flat().map((each) => `${name}=${escaped(each)}`))
  return { method: call.method, path: `${path}?${pairs.join('&')}`.slice(0, queryLength), headers: all }
}

/** `JSON.stringify`, and for values too deep for it, a text of the same depth. */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch {
    return `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`
  }
}

const escaped = (value: unknown) => encodeURIComponent(String(value).toWellFormed())

/** All calls share the same parsers. */
function* bodiesOf(call: Call, sound: Record<string, unknown>, token: () => string | undefined): Generator<Attack> {
  const path = requestOf(call, sound, undefined).path
  const field = Object.keys(entriesOf(call)).find((name) => !call.path.includes(`:${name}`)) ?? 'a'
  const largest = call.requestBytes ?? requestBytes
  const isTriedInFull = thorough.bodies.includes(call.name)
  const offset = call.name.length + call.path.length
  for (const size of isTriedInFull ? [...sizes, largest] : [sizes[0] as number, largest]) {
    let index = offset
    for (const { what, headers, bytes, chunk } of worstBodies(size, field)) {
      if (!isTriedInFull && index++ % (size === largest ? everyNth.largest : everyNth.small) !== 0) continue
      const request = () => ({
        method: 'POST',
        path,
        headers: { ...headers, ...tokenHeader(token()) },
        body: bytes,
        ...(chunk && { chunk }),
      })
      yield { what, bytes: bytes.length, request }
    }
  }
}

function* queriesOf(call: Call, sound: Record<string, unknown>, token: () => string | undefined): Generator<Attack> {
  const { path } = requestOf(call, sound, undefined)
  const [first = 'a'] = Object.keys(entriesOf(call)).filter((name) => !call.path.includes(`:${name}`))
  const queries = {
    'query: a& repeated': 'a&',
    'query: a[]=& repeated': 'a[]=&',
    'query: a field repeated': `${first}=1&`,
    'query: a list': `${first}[]=1&`,
    'query: escapes': '%F0%9F%98%80',
    'query: broken escapes': '%',
    'query: __proto__': '__proto__=1&',
  }
  for (const [what, unit] of Object.entries(queries)) {
    const long = `${path.split('?')[0]}?${unit.repeat(queryLength / unit.length)}`
    yield { what, bytes: long.length, request: () => ({ method: call.method, path: long, headers: tokenHeader(token()) }) }
  }
  for (const [what, name, unit] of [
    ['header: many tags', 'if-none-match', 'W/"a",'],
    ['header: many codings', 'accept-encoding', 'a;q=0.1,'],
  ] as const) {
    const headers = () => ({ ...tokenHeader(token()), [name]: unit.repeat(queryLength / unit.length) })
    yield { what, bytes: queryLength, request: () => ({ method: call.method, path, headers: headers() }) }
  }
}

function entriesOf({ takes }: Call): Record<string, unknown> {
  return (takes as { entries?: Record<string, unknown> }).entries ?? {}
}
