import type { IncomingMessage } from 'node:http'
import { type Call, Refusal, requestBytes } from '@waypost/protocol'
import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { loopTurns } from '../../processor/turns.ts'
import { addressKey } from '../rate-limits.ts'
import { decoded, readFields } from './body.ts'
import { type HeldBodies, tooLarge } from './held-bodies.ts'
import { readLargeFields } from './large.ts'

/**
 * Receives the body of a request, and waits for its turn to be read.
 * @param charge called with the bytes so far; may refuse
 * @throws Refusal `request_too_large`, `unavailable`, or what `charge` throws
 */
export async function receiveBody(
  bodies: HeldBodies,
  request: FastifyRequest,
  payload: IncomingMessage,
  charge: (bytes: number) => void,
): Promise<Buffer> {
  const most = request.routeOptions.bodyLimit
  if (Number(request.headers['content-length']) > most) throw tooLarge(most)
  const network = addressKey(request.ip)
  const { body, held } = await bodies.receive(network, payload, most, charge)
  request.heldBody = held
  await loopTurns.wait(network)
  return body
}

/** Reads the unparsed fields of the body or query. `charge` gets the bytes of the body, decompressed if more, and may refuse. */
export async function readInput(
  call: Call,
  request: FastifyRequest,
  charge: (bytes: number) => void,
): Promise<Record<string, unknown>> {
  const fields = call.method === 'POST' ? await readBody(call, request, charge) : (request.query as Record<string, unknown>)
  const rawInput: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) {
    // Programs send empty fields for unset values.
    const isGiven = value !== null && (value !== '' || call.emptied?.includes(name))
    if (isGiven && name !== '__proto__') rawInput[name] = value
  }
  return rawInput
}

async function readBody(call: Call, request: FastifyRequest, charge: (bytes: number) => void) {
  const bytes = bytesOf(request)
  const body = await decodedBody(request, call.requestBytes ?? requestBytes)
  charge(Math.max(bytes.length, body.length))
  if (body.length > requestBytes) return readLargeFields(addressKey(request.ip), body, request.bodyLabel)
  return readFields(call, body, request.bodyLabel)
}

/** The body of a request, decoded by its `Content-Encoding`. @throws Refusal as `decoded`, `unavailable` without room in memory */
export async function decodedBody(request: FastifyRequest, most: number): Promise<Buffer> {
  const bytes = bytesOf(request)
  const body = await decoded(bytes, request.headers['content-encoding'], most)
  if (body === bytes) return bytes
  request.heldBody?.grow(body.length)
  // Other bodies may have been decompressed at the same time.
  await loopTurns.wait(addressKey(request.ip))
  return body
}

/** The raw body of a request. */
export const bytesOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))

/** Parses fields by a call's schema. @throws Refusal `invalid_param` naming the first invalid field, and its limit if it has one */
export function parseInput(call: Call, rawInput: Record<string, unknown>, params: unknown): unknown {
  const parsed = v.safeParse(call.takes, Object.assign({}, rawInput, params), { abortEarly: true })
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  const param = issue.path?.[0]?.key
  throw typeof param === 'string'
    ? Refusal.param(param, limitIn(issue), issue.input === undefined)
    : new Refusal('invalid_request')
}

/** The exceeded limit in words, e.g. `body: at most 131,072 characters`; undefined for any other error. */
function limitIn(issue: v.BaseIssue<unknown>): string | undefined {
  const { type, requirement, input, path = [] } = issue
  if (typeof requirement !== 'number') return undefined
  const most = `${path.map(({ key }) => String(key)).join('.')}: at most ${requirement.toLocaleString('en-US')}`
  if (type === 'max_value') return most
  if (type === 'max_length') return typeof input === 'string' ? `${most} characters` : `${most} entries`
  return undefined
}
