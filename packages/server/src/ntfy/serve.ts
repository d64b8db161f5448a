// Serves ntfy's interface at the root of this server: https://docs.ntfy.sh/publish/ and https://docs.ntfy.sh/subscribe/api/

import { costOf, createPush, listPushes, type Refusal } from '@waypost/protocol'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FindCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { type ForeignApi, type ForeignRoute, serveForeign } from '../http/foreign-api.ts'
import type { HttpOptions } from '../http/http.ts'
import { isUpgrade } from '../http/live/upgrades.ts'
import { isApi } from '../http/refusals.ts'
import { BoundedMap } from '../processor/bounded-map.ts'
import { clearMessages, withdrawMessages } from '../push/source/deliver.ts'
import type { SourceMessage } from '../source/message.ts'
import { isReserved } from '../source/topics.ts'
import { accountOfNtfy, configOf, endToken, jsonOf, makeToken } from './account.ts'
import { errorOf, NtfyRefusal } from './errors.ts'
import { givenBy, givenInJson, isSequence } from './given.ts'
import { pushFromMatrix } from './matrix.ts'
import { shown } from './message.ts'
import { isYes, paramsOf } from './params.ts'
import { checkTopic, isTopic, type Publishing, placeFor, publish, textBytes, withSource } from './publish.ts'
import { Subscriptions } from './subscribe.ts'
import { accountOf, authenticate, type Who } from './who.ts'

/** The maximum bytes of a message in JSON: its text plus the rest. */
const jsonBytes = textBytes + 65_536
const topicsKnown = 10_000
/** The maximum bytes of other JSON. */
const shortBytes = 4_096

type Route = ForeignRoute<Who>

/** Any page may use this interface: it uses tokens, never cookies. */
const headers = {
  'access-control-allow-origin': '*',
  'cache-control': 'no-store, private',
  'x-content-type-options': 'nosniff',
}
const preflight = {
  status: 200,
  headers: {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, PUT, POST, PATCH, DELETE',
    'access-control-allow-headers': '*',
  },
}

interface Ntfy {
  /** Answers an app's query whether an address accepts UnifiedPush messages; undefined for any other request. */
  discovery(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined
  readonly streams: number
  close(): void
}

interface Given {
  findCaller: FindCaller
  /** Milliseconds between keep-alives of a stream. */
  aliveEvery?: number | undefined
}

/** Serves ntfy's interface. */
export async function serveNtfy(http: FastifyInstance, options: HttpOptions, deps: Deps, given: Given): Promise<Ntfy> {
  const subscriptions = new Subscriptions(deps, given.aliveEvery)
  await subscriptions.streams.watch()
  const counted = { messages: 0, since: Date.now() }
  const publishing: Publishing = {
    deps,
    options,
    own: new BoundedMap(topicsKnown),
    published: () => {
      counted.messages++
    },
  }
  const routes = [...publishRoutes(publishing), ...streamRoutes(subscriptions), ...serverRoutes(publishing, counted)]
  const api: ForeignApi<Who> = {
    owns,
    refuse,
    headers,
    preflight,
    upgrades: (path: string) => /^\/[^/]+\/ws\/?$/.test(path),
    authenticate: (request: FastifyRequest) => authenticate(deps, given.findCaller, request),
    payerOf: accountOf,
    callerOf: ({ caller }: Who) => (caller?.token ? caller : undefined),
  }
  serveForeign(http, options, api, routes)
  return {
    discovery: (request, reply) => {
      const topic = /^\/([-_A-Za-z0-9]{1,64})\/?(?:\?|$)/.exec(request.url)?.[1]
      if (topic === undefined || isReserved(topic) || !isYes(paramsOf(request)('unifiedPush'))) return undefined
      return sendJson(reply.headers(headers), { unifiedpush: { version: 1 } })
    },
    get streams() {
      return subscriptions.streams.size
    },
    close: () => subscriptions.streams.close(),
  }
}

/** First path segments that only this interface uses. */
const ownWords = ['v1', '_matrix', 'file']

/** Whether an address belongs to this interface: all topics and some reserved words. Other words are refused here. */
function owns(method: string, path: string): boolean {
  const [, first = '', ...rest] = path.replace(/(.)\/$/, '$1').split('/')
  const writes = method === 'POST' || method === 'PUT'
  if (first === '') return writes || method === 'OPTIONS'
  if (ownWords.includes(first)) return true
  if (isReserved(first)) return writes && rest.length === 0 && !isApi(path)
  return method !== 'HEAD'
}

/** Sends an error in ntfy's format; a refused WebSocket gets only the status. */
function refuse(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const isJson = request.routeOptions.url === '/' && refusal.code === 'request_too_large'
  const error = errorOf(isJson ? new NtfyRefusal(41303) : refusal)
  reply.code(error.http).headers(headers)
  if (refusal.retryAfter !== undefined) reply.header('retry-after', refusal.retryAfter)
  return isUpgrade(request) ? reply.send() : sendJson(reply, error)
}

/** Sends an object as JSON with a line break. As bytes, because a text would be labelled with its charset. */
function sendJson(reply: FastifyReply, object: object): FastifyReply {
  return reply.header('content-type', 'application/json').send(Buffer.from(`${JSON.stringify(object)}\n`))
}

const sendMessage = (reply: FastifyReply, topic: string, message: SourceMessage) => sendJson(reply, shown(topic, message))

const writing = { units: costOf(createPush), answer: 'short' } as const
const reading = { units: costOf(listPushes) } as const

/** Whether its media type is Markdown, and its bytes are encrypted for their recipient. */
const factsOf = ({ bodyLabel, headers }: FastifyRequest) => ({
  isMarkdown: /^\s*text\/markdown\s*(?:;|$)/i.test(bodyLabel),
  isEncrypted: headers['content-encoding']?.trim().toLowerCase() === 'aes128gcm',
})

function placeIn({ params }: FastifyRequest): { topic: string; sequence?: string } {
  const place = params as { topic: string; sequence?: string }
  if (!isTopic(place.topic) || (place.sequence !== undefined && !isSequence(place.sequence))) throw new NtfyRefusal(40401)
  return place
}

function publishRoutes(publishing: Publishing): Route[] {
  const { deps } = publishing
  const noBody = Buffer.alloc(0)
  const plain: Route['run'] = async (request, reply, who) => {
    const { topic, sequence = '' } = placeIn(request)
    const params = paramsOf(request)
    if (params('pollId') !== '') return sendPollRequest(publishing, reply, topic, who, params('pollId'))
    const message = await publish(publishing, topic, who, givenBy(params), request, { ...factsOf(request), sequence })
    return sendMessage(reply, topic, message)
  }
  const withoutBody: Route['run'] = async (request, reply, who) => {
    const { topic } = placeIn(request)
    return sendMessage(reply, topic, await publish(publishing, topic, who, givenBy(paramsOf(request)), noBody))
  }
  const inJson: Route['run'] = async (request, reply, who) => {
    const { topic, given } = givenInJson(jsonOf(request.body as Buffer), paramsOf(request))
    const body = Buffer.from(given.param('message'))
    return sendMessage(reply, topic, await publish(publishing, topic, who, given, body))
  }
  const about =
    (act: typeof clearMessages): Route['run'] =>
    async (request, reply, who) => {
      const { topic, sequence = '' } = placeIn(request)
      checkTopic(topic)
      // Callers who may only write to an open topic can't take back what others wrote.
      if (!who) throw new NtfyRefusal(40301)
      const where = await placeFor(publishing, topic, who)
      if (where.owner !== accountOf(who)) throw new NtfyRefusal(40301)
      return sendMessage(reply, topic, await withSource(publishing, where, who, (source) => act(deps, source, sequence)))
    }
  return [
    { method: ['POST', 'PUT'], url: '/', bodyBytes: jsonBytes, ...writing, run: inJson },
    { method: ['POST', 'PUT'], url: '/:topic', ...writing, run: plain },
    { method: ['POST', 'PUT'], url: '/:topic/:sequence', ...writing, run: plain },
    ...['publish', 'send', 'trigger'].map((word): Route => {
      return { method: 'GET', url: `/:topic/${word}`, ...writing, run: withoutBody }
    }),
    { method: 'DELETE', url: '/:topic/:sequence', bodyBytes: shortBytes, ...writing, run: about(withdrawMessages) },
    { method: 'GET', url: '/:topic/:sequence/delete', ...writing, run: about(withdrawMessages) },
    ...['clear', 'read'].map((word): Route => {
      return { method: ['GET', 'PUT'], url: `/:topic/:sequence/${word}`, ...writing, run: about(clearMessages) }
    }),
  ]
}

/** Answers a request that only wakes Apple phones through another server. Nothing is stored, and this server wakes none. */
async function sendPollRequest(publishing: Publishing, reply: FastifyReply, topic: string, who: Who | undefined, id: string) {
  await placeFor(publishing, topic, who)
  const message = { id: id.slice(0, 64), time: Math.floor(Date.now() / 1_000), event: 'poll_request', topic }
  return sendJson(reply, { ...message, message: 'New message', poll_id: id.slice(0, 64) })
}

function streamRoutes(subscriptions: Subscriptions): Route[] {
  const forms = ['json', 'sse', 'raw', 'ws'] as const
  return [
    ...forms.map((form): Route => {
      return {
        method: 'GET',
        url: `/:topics/${form}`,
        ...reading,
        answer: 'stream',
        run: (request, reply, who) => subscriptions.serve(form, request, reply, who),
      }
    }),
    {
      method: 'GET',
      url: '/:topics/auth',
      ...reading,
      answer: 'short',
      run: async (request, reply, who) => sendJson(reply, await subscriptions.mayRead(request, who)),
    },
  ]
}

function serverRoutes(publishing: Publishing, counted: { messages: number; since: number }): Route[] {
  const { deps } = publishing
  const open = { ignoresCredentials: true, answer: 'short' } as const
  const refused = (number: 40022 | 40401): Route['run'] => {
    return () => {
      throw new NtfyRefusal(number)
    }
  }
  const all = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
  return [
    { method: 'GET', url: '/v1/health', ...open, run: (_request, reply) => sendJson(reply, { healthy: true }) },
    { method: 'GET', url: '/v1/config', ...open, run: (_request, reply) => sendJson(reply, configOf(deps)) },
    {
      method: 'GET',
      url: '/config.js',
      ...open,
      run: (_request, reply) =>
        reply
          .header('content-type', 'text/javascript; charset=utf-8')
          .send(`var config = ${JSON.stringify(configOf(deps)).replaceAll('<', '\\u003c')};\n`),
    },
    {
      method: 'GET',
      url: '/v1/stats',
      ...open,
      run: (_request, reply) => {
        const seconds = Math.max(1, (Date.now() - counted.since) / 1_000)
        return sendJson(reply, {
          messages: counted.messages,
          messages_rate: Math.round((counted.messages / seconds) * 100) / 100,
        })
      },
    },
    {
      method: 'GET',
      url: '/v1/account',
      ...reading,
      answer: 'short',
      run: async (_request, reply, who) => sendJson(reply, await accountOfNtfy(deps, who)),
    },
    { method: 'POST', url: '/v1/account', bodyBytes: shortBytes, answer: 'short', run: refused(40022) },
    {
      method: 'POST',
      url: '/v1/account/token',
      bodyBytes: shortBytes,
      ...writing,
      run: async (request, reply, who) => sendJson(reply, await makeToken(deps, request, who)),
    },
    {
      method: 'DELETE',
      url: '/v1/account/token',
      bodyBytes: shortBytes,
      ...writing,
      run: async (request, reply, who) => sendJson(reply, await endToken(deps, request, who)),
    },
    {
      method: 'GET',
      url: '/_matrix/push/v1/notify',
      ...open,
      run: (_request, reply) => sendJson(reply, { unifiedpush: { gateway: 'matrix' } }),
    },
    {
      method: 'POST',
      url: '/_matrix/push/v1/notify',
      ignoresCredentials: true,
      ...writing,
      run: async (request, reply) => sendJson(reply, await pushFromMatrix(publishing, request)),
    },
    ...['/v1', '/v1/*', '/_matrix/*', '/file/*'].map((url): Route => {
      return { method: [...all], url, answer: 'short', run: url === '/v1' ? refuseTopic : refused(40401) }
    }),
  ]
}

/** The word can't be a topic and has no other meaning. */
const refuseTopic: Route['run'] = (request) => {
  throw new NtfyRefusal(request.method === 'POST' || request.method === 'PUT' ? 40010 : 40401)
}
