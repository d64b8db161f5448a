import { createHash } from 'node:crypto'
import { Refusal, requestBytes } from '@waypost/protocol'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { ConcurrencyLimit } from '../http/concurrency.ts'
import { type HttpOptions, settle, spend, takeTurn } from '../http/http.ts'
import { bytesOf, decodedBody } from '../http/reading/input.ts'
import { deliver } from '../push/source/deliver.ts'
import type { NewMessage } from '../source/message.ts'
import { keptPayload, savePayload } from '../source/payload-rows.ts'
import { type SourceRow, webhookOf } from '../source/rows.ts'
import { sourceOfToken } from '../source/tokens.ts'
import { type Brought, readBrought } from './body.ts'
import { FormatError, type Formatted, formatPayload, sentenceOf } from './format.ts'
import { bounded, telling } from './presets/presets.ts'
import { isProved } from './signatures.ts'

declare module 'fastify' {
  interface FastifyRequest {
    hookSource: SourceRow | undefined
  }
}

/** The cost of a message besides its bytes, in units of the budget: like a call with three database operations. */
const units = 13

/** Serves `/v3/hooks/{token}`, where the token is one of those with which programs write to a source. */
export function receiveHooks(http: FastifyInstance, options: HttpOptions, deps: Deps): void {
  const turns = new ConcurrencyLimit({ concurrency: 64, maxWaiting: 5_000, all: 2_048 })
  void http.register(async (scope) => {
    scope.decorateRequest('hookSource', undefined)
    scope.addHook('onRequest', (request, reply, done) => {
      sourceOfToken(deps.db, (request.params as { token: string }).token).then((source) => {
        settle(done, () => {
          if (!source) throw new Refusal('not_found', 'There is no source with this address. Its tokens may have been replaced.')
          request.hookSource = source
          request.payer = source.owner
          spend(units, request, reply, options)
        })
      }, done)
    })
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const turn = await takeTurn(turns, request, reply)
      const answer = await receive(deps, request)
      request.heldBody?.release()
      turn.sending(() => reply.raw.destroy())
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer))
    }
    scope.post('/v3/hooks/:token', { bodyLimit: requestBytes }, handler)
    scope.put('/v3/hooks/:token', { bodyLimit: requestBytes }, handler)
    // Some programs only support a URL. The fields in it are required, so that merely opening it does nothing.
    scope.get('/v3/hooks/:token', { exposeHeadRoute: false }, handler)
  })
}

interface HookAnswer {
  id: string
  preset?: string
  /** Why a template was ignored. */
  error?: string
}

async function receive(deps: Deps, request: FastifyRequest): Promise<HookAnswer> {
  const source = request.hookSource as SourceRow
  checkProof(source, request, bytesOf(request))
  const body = await decodedBody(request, requestBytes)
  const brought = readBrought(body, request.bodyLabel, request.query as Record<string, unknown>)
  const headers = tellingHeaders(request)
  const { message, preset, error } = await messageOf(deps, source, brought, headers)
  const guid = guidOf(source, request, brought)
  const { id } = await deliver(deps, source, { ...asMessage(message), ...(guid !== undefined && { guid }) })
  return { id, ...(preset !== undefined && { preset }), ...(error !== undefined && { error }) }
}

/** @throws Refusal `forbidden` if the source has a secret and the request doesn't prove knowledge of it */
function checkProof({ webhook_secret: secret }: SourceRow, { headers }: FastifyRequest, body: Buffer): void {
  if (secret === null) return
  if (!isProved({ headers, body, secret, now: Math.floor(Date.now() / 1_000) }))
    throw new Refusal('forbidden', 'The request has no signature that was made with the secret of this source.')
}

function tellingHeaders({ headers }: FastifyRequest): Record<string, string> {
  const found: Record<string, string> = {}
  for (const name of telling) {
    const value = headers[name]
    if (typeof value === 'string') found[name] = value.slice(0, 200)
  }
  return found
}

/** A payload whose templates fail is not lost: it becomes the message without them. @throws Refusal `invalid_request` for non-JSON */
async function messageOf(
  { db }: Deps,
  source: SourceRow,
  brought: Brought,
  headers: Record<string, string>,
): Promise<Formatted & { error?: string }> {
  if ('text' in brought) return { message: bounded({ body: brought.text }), preset: undefined }
  const { payload } = brought
  if (payload.length <= keptPayload && !payload.includes('\0'))
    await db.write((tx) => savePayload(tx, source.iden, payload, headers), [], { flush: false })
  const { preset, ...templates } = webhookOf(source) ?? {}
  try {
    return await formatPayload(payload, { preset: preset || undefined, templates, headers }, source.owner)
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    if (error.trouble.kind === 'payload') throw new Refusal('invalid_request', error.message)
    const plain = await formatPayload(payload, { headers }, source.owner)
    return { ...plain, error: sentenceOf(error) }
  }
}

/** Ensures that a message has some content, whatever is in the payload. */
const asMessage = (message: Formatted['message']): NewMessage =>
  message.title === undefined && message.body === undefined && message.url === undefined
    ? { ...message, body: 'Triggered.' }
    : message

/** Headers with ids that a sender repeats on retries, so that nothing is delivered twice. */
const repeated = ['idempotency-key', 'webhook-id', 'svix-id']

function guidOf({ iden }: SourceRow, { headers }: FastifyRequest, brought: Brought): string | undefined {
  const names = headers['sentry-hook-resource'] === undefined ? repeated : ['request-id']
  const given = names.map((name) => headers[name]).find((value) => typeof value === 'string' && value !== '')
  // Stripe has no header for it.
  const id =
    given ??
    ('payload' in brought ? /"id"\s{0,5}:\s{0,5}"(evt_\w{1,100})"/.exec(brought.payload.slice(0, 1_000))?.[1] : undefined)
  if (typeof id !== 'string') return undefined
  return `hook:${createHash('sha256').update(`${iden}\0${id}`).digest('base64url')}`
}
