// Reads and parses the input of a call: the fields of its body or query, and of its path.

import { type Call, limits, Refusal } from '@waypost/protocol'
import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { decoded, readFields } from './body.ts'

/**
 * Reads the fields of the body or the query, before they are parsed.
 * @param charge called with the bytes of the body, decompressed if that is more; may refuse
 * @throws Refusal why the body cannot be read
 */
export async function readInput(
  call: Call,
  request: FastifyRequest,
  charge: (bytes: number) => void,
): Promise<Record<string, unknown>> {
  const fields = call.method === 'POST' ? await readBody(call, request, charge) : (request.query as Record<string, unknown>)
  const rawInput: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) {
    // Programs send empty fields for values that they do not set.
    const isGiven = value !== null && (value !== '' || call.emptied?.includes(name))
    if (isGiven && name !== '__proto__') rawInput[name] = value
  }
  return rawInput
}

async function readBody(call: Call, request: FastifyRequest, charge: (bytes: number) => void) {
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const body = await decoded(bytes, request.headers['content-encoding'], call.requestBytes ?? limits.requestBytes)
  charge(Math.max(bytes.length, body.length))
  return readFields(call, body, request.bodyLabel)
}

/** Parses fields by the schema of a call. @throws Refusal `invalid_param` naming the first field that is wrong */
export function parseInput(call: Call, rawInput: Record<string, unknown>, params: unknown): unknown {
  const parsed = v.safeParse(call.takes, Object.assign({}, rawInput, params), { abortEarly: true })
  if (parsed.success) return parsed.output
  const param = parsed.issues[0]?.path?.[0]?.key
  throw typeof param === 'string' ? Refusal.param(param) : new Refusal('invalid_request')
}
