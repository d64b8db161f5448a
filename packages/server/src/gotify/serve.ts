// Serves the interface of Gotify at the root of this server: https://gotify.net/api-docs

import { readFileSync } from 'node:fs'
import { costOf, createPush, listPushes, type Refusal, requestBytes } from '@waypost/protocol'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { assetPath } from '../assets.ts'
import type { FindCaller } from '../caller.ts'
import { checkReads } from '../db/health.ts'
import type { Deps } from '../deps.ts'
import { type ForeignApi, type ForeignRoute, serveForeign } from '../http/foreign-api.ts'
import type { HttpOptions } from '../http/http.ts'
import { accountOf, type Who } from '../ntfy/who.ts'
import { gotifyWords } from '../source/topics.ts'
import { findFile } from '../upload/rows.ts'
import { isPicture } from '../upload/rules.ts'
import { sendFile } from '../upload/serve.ts'
import { applicationRoutes, userOf } from './applications.ts'
import { clientRoutes } from './clients.ts'
import { errorOf, noPage } from './errors.ts'
import { pictureFormBytes } from './form-picture.ts'
import { messageRoutes } from './messages.ts'
import { GotifyStreams } from './stream.ts'
import { authenticate, callerFor } from './who.ts'

/** The emulated version: clients derive the available features from it. */
const version = { version: '2.9.0', commit: 'waypost', buildDate: '2026-01-01T00:00:00Z' }

/** The maximum size of the fields of an application or client, in bytes. */
const fieldBytes = 65_536

type Route = ForeignRoute<Who>

const owns = (_method: string, path: string): boolean => {
  const [, first = '', second] = path.split('/')
  return gotifyWords.includes(first) || (first === 'static' && second === 'defaultapp.png')
}

interface Gotify {
  readonly streams: number
  close(): void
}

interface Given {
  findCaller: FindCaller
  /** Milliseconds between keep-alives of a stream. */
  aliveEvery?: number | undefined
}

/** Serves the interface of Gotify. */
export async function serveGotify(http: FastifyInstance, options: HttpOptions, deps: Deps, given: Given): Promise<Gotify> {
  const gotify = new GotifyStreams(deps, given.aliveEvery)
  await gotify.streams.watch()
  const api: ForeignApi<Who> = {
    owns,
    refuse,
    headers: { 'cache-control': 'no-store, private', 'x-content-type-options': 'nosniff' },
    // Pages on other sites may not use it.
    preflight: { status: 403, headers: {} },
    upgrades: (path) => /^\/stream\/?$/.test(path),
    authenticate: (request) => authenticate(deps, given.findCaller, request),
    payerOf: accountOf,
    callerOf: ({ caller }) => (caller?.token ? caller : undefined),
  }
  serveForeign(http, options, api, [...aboutServer(deps), ...aboutAccount(deps, gotify), ...unknownRoutes])
  return {
    get streams() {
      return gotify.streams.size
    },
    close: () => gotify.streams.close(),
  }
}

function refuse(_request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const error = errorOf(refusal)
  if (refusal.retryAfter !== undefined) reply.header('retry-after', refusal.retryAfter)
  return reply.code(error.errorCode).type('application/json; charset=utf-8').send(JSON.stringify(error))
}

/** Routes open to everyone. Credentials of another kind, which some clients send anyway, are ignored. */
function aboutServer({ db, files }: Deps): Route[] {
  const open = { ignoresCredentials: true, answer: 'short' } as const
  const picture = readFileSync(assetPath('gotify/defaultapp.png'))
  return [
    { method: 'GET', url: '/version', ...open, run: (_request, reply) => reply.send(version) },
    {
      method: 'GET',
      url: '/health',
      ...open,
      run: async (_request, reply) => {
        const isWell = await checkReads(db).then(
          () => true,
          () => false,
        )
        return reply
          .code(isWell ? 200 : 500)
          .send(isWell ? { health: 'green', database: 'green' } : { health: 'orange', database: 'red' })
      },
    },
    {
      method: 'GET',
      url: '/static/defaultapp.png',
      ...open,
      run: (_request, reply) => reply.header('cache-control', 'public, max-age=86400').type('image/png').send(picture),
    },
    {
      method: 'GET',
      url: '/image/:name',
      ...open,
      run: async (request, reply) => {
        const key = /^([A-Za-z0-9]{16,64})(?:\.\w{1,5})?$/.exec((request.params as { name: string }).name)?.[1]
        const file = key === undefined ? undefined : await findFile(db, key)
        if (!file || !isPicture(file.type)) throw noPage()
        return sendFile(request, reply, { db, files }, file)
      },
    },
  ]
}

/** Gotify addresses that are not served here: without these routes, they would be pages of the web client. */
const unknownRoutes: readonly Route[] = [
  ...['gotifyinfo', 'user', 'plugin', 'auth', 'current', 'image', 'swagger'].map((word) => `/${word}`),
  ...gotifyWords.map((word) => `/${word}/*`),
].map((url) => ({
  method: 'GET',
  url,
  answer: 'short',
  run: () => {
    throw noPage()
  },
}))

function aboutAccount(deps: Deps, gotify: GotifyStreams): Route[] {
  const [messages, applications, clients] = [messageRoutes(deps), applicationRoutes(deps), clientRoutes(deps)]
  const reading = { units: costOf(listPushes), answer: 'page' } as const
  const writing = { units: costOf(createPush), answer: 'short', bodyBytes: requestBytes } as const
  const settings = { ...writing, bodyBytes: fieldBytes }
  return [
    { method: 'POST', url: '/message', ...writing, run: messages.send },
    { method: 'GET', url: '/message', ...reading, run: messages.list },
    { method: 'DELETE', url: '/message', ...settings, run: messages.removeAll },
    { method: 'DELETE', url: '/message/:id', ...settings, run: messages.remove },
    { method: 'GET', url: '/application/:id/message', ...reading, run: messages.listOfOne },
    { method: 'DELETE', url: '/application/:id/message', ...settings, run: messages.removeOfOne },
    { method: 'GET', url: '/application', ...reading, run: applications.list },
    { method: 'POST', url: '/application', ...settings, run: applications.create },
    { method: 'PUT', url: '/application/:id', ...settings, run: applications.update },
    { method: 'DELETE', url: '/application/:id', ...settings, run: applications.remove },
    { method: 'POST', url: '/application/:id/image', ...settings, bodyBytes: pictureFormBytes, run: applications.setPicture },
    { method: 'DELETE', url: '/application/:id/image', ...settings, run: applications.removePicture },
    { method: 'GET', url: '/client', ...reading, run: clients.list },
    { method: 'POST', url: '/client', ...settings, run: clients.create },
    { method: 'PUT', url: '/client/:id', ...settings, run: clients.update },
    { method: 'DELETE', url: '/client/:id', ...settings, run: clients.remove },
    {
      method: 'GET',
      url: '/current/user',
      units: 1,
      answer: 'short',
      run: (_request, reply, who) => reply.send(userOf(callerFor(listPushes, who).account)),
    },
    {
      method: 'GET',
      url: '/stream',
      units: costOf(listPushes),
      answer: 'stream',
      run: (request, reply, who) => gotify.open(request, reply, who),
    },
  ]
}
