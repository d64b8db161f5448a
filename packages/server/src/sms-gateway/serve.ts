// Serves the requests that the app SMS Gateway for Android makes to a private server (`GatewayApi.kt`):
// https://docs.sms-gate.app/getting-started/private-server/

import { costOf, createText, listTexts, Refusal } from '@waypost/protocol'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { isStopped } from '../access-token/rows.ts'
import { toSeconds } from '../change.ts'
import type { Reader } from '../db/db.ts'
import type { Deps } from '../deps.ts'
import { readBasic } from '../http/credentials.ts'
import { type ForeignApi, type ForeignRoute, queryText, serveForeign } from '../http/foreign-api.ts'
import type { HttpOptions } from '../http/http.ts'
import { addressKey, throttle } from '../http/rate-limits.ts'
import { checkJsonSize, parseJson } from '../http/reading/json.ts'
import { rateOfWrong } from '../sign-in/wrong-passwords-and-codes.ts'
import { waitingTextsPerAccount } from '../sms/rows.ts'
import { hashToken } from '../tokens.ts'
import { gatewayPath, newCode } from './calls.ts'
import { hookBytes, takeHook } from './hook.ts'
import { messageForApp, sentSince, takeReports } from './messages.ts'
import { ownerOfLogin, register, takeCode, wrongCode } from './register.ts'
import { type PhoneRow, phoneOfHook, phoneOfToken, waitingTexts } from './rows.ts'
import { appStates } from './rules.ts'
import { GatewayStreams } from './stream.ts'

/** The maximum bytes of other bodies, and the reports in one. */
const most = { bytes: 262_144, reports: 50 }

type Route = ForeignRoute<PhoneRow>

interface Gateway {
  readonly streams: number
  close(): void
}

/** Serves the interface. @param aliveEvery milliseconds between keep-alives of a stream */
export async function serveGateway(
  http: FastifyInstance,
  options: HttpOptions,
  deps: Deps,
  aliveEvery?: number,
): Promise<Gateway> {
  const gateway = new GatewayStreams(deps, aliveEvery)
  await gateway.streams.watch()
  const api: ForeignApi<PhoneRow> = {
    owns: (_method, path) => path.startsWith(gatewayPath),
    refuse,
    headers: { 'cache-control': 'no-store, private', 'x-content-type-options': 'nosniff' },
    // Pages may not use it.
    preflight: { status: 403, headers: {} },
    authenticate: (request) => authenticate(deps, request),
    payerOf: ({ owner }) => owner,
    callerOf: () => undefined,
  }
  serveForeign(http, options, api, [...deviceRoutes(deps), ...messageRoutes(deps), ...settingRoutes(deps, gateway)])
  return {
    get streams() {
      return gateway.streams.size
    },
    close: () => gateway.streams.close(),
  }
}

/** Wrong codes are refused like wrong tokens; other statuses are the usual ones. */
function refuse(_request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  if (refusal.retryAfter !== undefined) reply.header('retry-after', refusal.retryAfter)
  const status = refusal.code === 'sign_in_failed' || refusal.code === 'invalid_access_token' ? 401 : refusal.status
  return send(reply.code(status), { message: refusal.message, code: refusal.code })
}

const send = (reply: FastifyReply, body: unknown): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(JSON.stringify(body))

/** The phone of a bearer token, or of the address to which it posts events; undefined without either. @throws Refusal if wrong */
async function authenticate({ db }: Pick<Deps, 'db'>, request: FastifyRequest): Promise<PhoneRow | undefined> {
  const { hook } = request.params as { hook?: string }
  if (hook !== undefined) {
    const phone = await phoneOfHook(db, hook)
    if (!phone) throw new Refusal('not_found')
    return unlessSuspended(db, phone)
  }
  const [, scheme = '', token = ''] = /^\s*(\S+)\s+(\S+)\s*$/.exec(request.headers.authorization ?? '') ?? []
  if (scheme.toLowerCase() !== 'bearer') return undefined
  const phone = await phoneOfToken(db, hashToken(token))
  if (!phone)
    throw new Refusal('invalid_access_token', 'This phone is no longer connected. Connect it again in Waypost: Add a device.')
  return unlessSuspended(db, phone)
}

async function unlessSuspended(db: Reader, phone: PhoneRow): Promise<PhoneRow> {
  if (await isStopped(db, phone.owner, 'SMS gateway')) throw new Refusal('account_suspended')
  return phone
}

function needed(phone: PhoneRow | undefined): PhoneRow {
  if (!phone) throw new Refusal('invalid_access_token', 'A token is needed.')
  return phone
}

function bodyOf<T extends v.GenericSchema>(schema: T, request: FastifyRequest): v.InferOutput<T> {
  const text = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : ''
  checkJsonSize(text)
  let given: unknown
  try {
    given = parseJson(text)
  } catch {
    throw new Refusal('invalid_request', 'The body is not JSON.')
  }
  const read = v.safeParse(schema, given)
  if (read.success) return read.output
  const [issue] = read.issues
  throw new Refusal('invalid_request', `The body has an invalid value at "${v.getDotPath(issue) ?? ''}".`)
}

const short = v.pipe(v.string(), v.maxLength(200))
const Registration = v.object({ name: short })
const Reports = v.pipe(
  v.array(
    v.object({
      id: short,
      state: v.picklist(appStates),
      recipients: v.optional(
        v.pipe(
          v.array(v.object({ phoneNumber: short, error: v.nullish(v.pipe(v.string(), v.maxLength(2_000))) })),
          v.maxLength(200),
        ),
        [],
      ),
    }),
  ),
  v.maxLength(most.reports),
)

function deviceRoutes(deps: Deps): Route[] {
  const tries = throttle(deps.rateLimits[rateOfWrong.userCode])

  async function ownerOf(request: FastifyRequest): Promise<string> {
    const network = addressKey(request.ip)
    tries.take(network)
    const { authorization } = request.headers
    const code = /^\s*code\s+(\d{6})\s*$/i.exec(authorization ?? '')?.[1]
    const basic = readBasic(authorization)
    const owner =
      code !== undefined
        ? await takeCode(deps, (request.params as { word: string }).word, code)
        : basic && (await ownerOfLogin(deps.db, basic.user, basic.password))
    if (owner === undefined) throw wrongCode()
    // Only wrong attempts count.
    tries.giveBack(network)
    return owner
  }

  return [
    {
      method: 'POST',
      url: `${gatewayPath}:word/device`,
      bodyBytes: most.bytes,
      ignoresCredentials: true,
      units: costOf(createText),
      answer: 'short',
      async run(request, reply) {
        const { name } = bodyOf(Registration, request)
        const registered = await register(deps, await ownerOf(request), name)
        return send(reply.code(201), registered)
      },
    },
    {
      method: 'GET',
      url: `${gatewayPath}:word/device`,
      answer: 'short',
      run: (request, reply, phone) => send(reply, { externalIp: request.ip, ...(phone && { device: { id: phone.device } }) }),
    },
    {
      method: 'PATCH',
      url: `${gatewayPath}:word/device`,
      bodyBytes: most.bytes,
      answer: 'short',
      // The body has a Google push token, which isn't used, and its SIM cards.
      run: (_request, reply, phone) => send(reply, { id: needed(phone).device }),
    },
    {
      method: 'GET',
      url: `${gatewayPath}:word/user/code`,
      ignoresCredentials: true,
      answer: 'short',
      async run(request, reply) {
        const owner = await ownerOf(request)
        const { code, expires } = await deps.db.write((tx) => newCode(tx, owner))
        return send(reply, { code, validUntil: new Date(toSeconds(expires) * 1_000).toISOString() })
      },
    },
    {
      method: 'PATCH',
      url: `${gatewayPath}:word/user/password`,
      bodyBytes: most.bytes,
      answer: 'short',
      run(_request, _reply, phone) {
        needed(phone)
        throw new Refusal('forbidden', 'Passwords are changed in Waypost.')
      },
    },
  ]
}

function messageRoutes(deps: Deps): Route[] {
  return [
    {
      method: 'GET',
      url: `${gatewayPath}:word/message`,
      units: costOf(listTexts),
      answer: 'page',
      async run(request, reply, phone) {
        const order = queryText(request, 'order') === 'lifo' ? 'DESC' : 'ASC'
        const rows = await waitingTexts(deps.db, needed(phone).device, sentSince(), order, waitingTextsPerAccount)
        return send(reply, rows.map(messageForApp))
      },
    },
    {
      method: 'PATCH',
      url: `${gatewayPath}:word/message`,
      bodyBytes: most.bytes,
      units: costOf(createText),
      answer: 'short',
      async run(request, reply, phone) {
        await takeReports(deps, needed(phone), bodyOf(Reports, request))
        return reply.code(204).send()
      },
    },
    {
      method: 'POST',
      url: `${gatewayPath}:word/hook/:hook`,
      bodyBytes: hookBytes,
      units: costOf(createText),
      answer: 'short',
      async run(request, reply, phone) {
        await takeHook(deps, needed(phone), request)
        return reply.code(204).send()
      },
    },
  ]
}

function settingRoutes({ origin }: Deps, gateway: GatewayStreams): Route[] {
  return [
    {
      method: 'GET',
      url: `${gatewayPath}:word/webhooks`,
      answer: 'short',
      run(request, reply, phone) {
        const { hook } = needed(phone)
        const url = `${origin()}${gatewayPath}${(request.params as { word: string }).word}/hook/${hook}`
        return send(
          reply,
          (['sms:received', 'mms:downloaded'] as const).map((event) => ({
            id: `waypost-${event.replace(':', '-')}`,
            url,
            event,
          })),
        )
      },
    },
    {
      method: 'GET',
      url: `${gatewayPath}:word/settings`,
      answer: 'short',
      run: (_request, reply, phone) =>
        send(reply, {
          gateway: { notification_channel: 'SSE_ONLY' },
          webhooks: { signing_key: needed(phone).signing_key, internet_required: true, retry_count: 15 },
        }),
    },
    {
      method: 'GET',
      url: `${gatewayPath}:word/events`,
      answer: 'stream',
      run: (_request, reply, phone) => gateway.open(reply, needed(phone)),
    },
  ]
}
