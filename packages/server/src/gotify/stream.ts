// Sends an account's messages to its clients as they arrive.

import { listPushes } from '@waypost/protocol'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { frameBytes, ignore } from '../http/live/connection.ts'
import { type ForeignStream, ForeignStreams } from '../http/live/foreign-streams.ts'
import { isUpgrade } from '../http/live/upgrades.ts'
import { holderOf, type Who } from '../ntfy/who.ts'
import { hearOwner } from '../source/live.ts'
import type { SourceMessage } from '../source/message.ts'
import { findSource } from '../source/rows.ts'
import { errorOf, GotifyRefusal } from './errors.ts'
import { shown } from './message.ts'
import { callerFor } from './who.ts'

interface Group {
  streams: Set<ForeignStream>
  /** Streams that are about to join. */
  opening: number
  /** Resolves, once the subscription to the account's messages has begun, with the function that ends it. */
  ready: Promise<() => void>
  /** Messages are sent one after another, because each has to be read with its source. */
  last: Promise<void>
}

/** The open streams of this node. */
export class GotifyStreams {
  readonly #deps: Deps
  readonly streams: ForeignStreams
  readonly #groups = new Map<string, Group>()

  constructor(deps: Deps, aliveEvery?: number) {
    this.#deps = deps
    this.streams = new ForeignStreams({ bus: deps.bus, ...(aliveEvery !== undefined && { every: aliveEvery }) })
  }

  /** Opens a stream. Nothing is sent on opening: clients fetch what they have missed. */
  async open(request: FastifyRequest, reply: FastifyReply, who: Who | undefined): Promise<unknown> {
    const caller = callerFor(listPushes, who)
    if (!isUpgrade(request)) {
      const error = errorOf(
        new GotifyRefusal(
          400,
          "websocket: the client is not using the websocket protocol: 'upgrade' token not found in 'Connection' header",
        ),
      )
      return reply
        .code(400)
        .type('text/plain; charset=utf-8')
        .send(`Bad Request\n${JSON.stringify(error)}`)
    }
    checkOrigin(request)
    this.streams.admit(caller.account.iden)
    const { account } = caller
    const group = this.#group(account.iden)
    group.opening++
    try {
      // Once a client sees the stream open, it misses nothing later.
      await group.ready
      this.streams.openSocket(holderOf(caller), request, reply, (stream) => this.#join(account.iden, stream))
    } finally {
      group.opening--
      this.#leaveIfEmpty(account.iden)
    }
    return reply
  }

  #group(account: string): Group {
    let group = this.#groups.get(account)
    if (!group) {
      const ready = hearOwner(this.#deps.bus, account, (news) => {
        if ('message' in news) this.#deliver(account, news.message)
      })
      group = { streams: new Set(), opening: 0, ready, last: Promise.resolve() }
      this.#groups.set(account, group)
    }
    return group
  }

  #join(account: string, stream: ForeignStream): void {
    this.#group(account).streams.add(stream)
    stream.ended = () => {
      this.#groups.get(account)?.streams.delete(stream)
      this.#leaveIfEmpty(account)
    }
    if (!stream.isOpen) stream.ended()
  }

  #leaveIfEmpty(account: string): void {
    const group = this.#groups.get(account)
    if (!group || group.streams.size > 0 || group.opening > 0) return
    this.#groups.delete(account)
    group.ready.then((stop) => stop(), ignore)
  }

  #deliver(account: string, message: SourceMessage): void {
    const group = this.#groups.get(account)
    // Scheduled messages are sent when they are delivered, and deletions are not reported here.
    if (!group || message.event !== 'message' || message.waits) return
    group.last = group.last.then(async () => {
      const source = await findSource(this.#deps.db, message.source)
      if (!source?.active) return
      const frame = frameBytes(JSON.stringify(shown(message, source)))
      for (const stream of group.streams) this.streams.send(stream, frame)
    })
    group.last.catch((error) => {
      this.#deps.log.warn({ err: error }, 'A message could not be sent to the clients of Gotify.')
      group.last = Promise.resolve()
      // They reconnect and fetch what they have missed.
      for (const stream of [...group.streams]) this.streams.end(stream)
    })
  }
}

/** @throws GotifyRefusal for a page on another site */
function checkOrigin({ headers }: FastifyRequest): void {
  const { origin, host } = headers
  if (origin === undefined) return
  if (!URL.canParse(origin) || new URL(origin).host !== host) throw new GotifyRefusal(403, 'origin is not allowed')
}
