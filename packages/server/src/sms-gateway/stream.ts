// Notifies a phone's app immediately with server-sent events (EventSource).

import { Refusal } from '@waypost/protocol'
import type { FastifyReply } from 'fastify'
import type { Deps } from '../deps.ts'
import { frameBytes, ignore } from '../http/live/connection.ts'
import { type ForeignStream, ForeignStreams } from '../http/live/foreign-streams.ts'
import { sendToStreams } from '../notify.ts'
import { type GatewayEvent, type GatewayNews, hearPhones } from './events.ts'
import type { PhoneRow } from './rows.ts'

/** The maximum streams of one phone: a dropped stream may not have been noticed yet. */
const streamsPerPhone = 5

/** Milliseconds between keep-alives: mobile networks drop connections that are silent for some minutes. */
const aliveEvery = 45_000

interface Group {
  streams: Map<ForeignStream, string>
  /** Streams that are about to join. */
  opening: number
  /** Resolves with the function that ends the subscription to the phones' messages. */
  ready: Promise<() => void>
}

/** The open streams of this node. */
export class GatewayStreams {
  readonly #deps: Deps
  readonly streams: ForeignStreams
  readonly #groups = new Map<string, Group>()

  constructor(deps: Deps, every = aliveEvery) {
    this.#deps = deps
    this.streams = new ForeignStreams({
      bus: deps.bus,
      every,
      showAlive: (stream) => this.streams.send(stream, frameBytes(':\n')),
    })
  }

  /** Opens a phone's stream. @throws Refusal `ratelimited` if there are too many */
  async open(reply: FastifyReply, { owner, device, token }: PhoneRow): Promise<FastifyReply> {
    this.streams.admit(owner)
    const group = this.#group(owner)
    group.opening++
    try {
      if ([...group.streams.values()].filter((each) => each === device).length >= streamsPerPhone)
        throw Refusal.tooMany(60_000, 'This phone has too many connections open.')
      await group.ready
      const stream = this.streams.openResponse({ account: owner, token, expires: null }, reply, {
        'content-type': 'text/event-stream; charset=utf-8',
      })
      this.#join(owner, group, stream, device)
    } finally {
      group.opening--
      this.#leaveIfEmpty(owner)
    }
    return reply
  }

  #join(owner: string, group: Group, stream: ForeignStream, device: string): void {
    group.streams.set(stream, device)
    stream.ended = () => {
      group.streams.delete(stream)
      this.#leaveIfEmpty(owner)
    }
    if (!stream.isOpen) stream.ended()
    // Otherwise it asks for these once a day.
    for (const event of ['WebhooksUpdated', 'SettingsUpdated', 'MessageEnqueued'] as const) this.#send(stream, event, {})
  }

  #group(owner: string): Group {
    let group = this.#groups.get(owner)
    if (!group) {
      group = { streams: new Map(), opening: 0, ready: hearPhones(this.#deps.bus, owner, (news) => this.#tell(owner, news)) }
      this.#groups.set(owner, group)
    }
    return group
  }

  #leaveIfEmpty(owner: string): void {
    const group = this.#groups.get(owner)
    if (!group || group.streams.size > 0 || group.opening > 0) return
    this.#groups.delete(owner)
    void group.ready.then((end) => end(), ignore)
  }

  #tell(owner: string, news: GatewayNews): void {
    const streams = [...(this.#groups.get(owner)?.streams ?? [])]
    if ('ping' in news) {
      for (const device of new Set(streams.map(([, device]) => device)))
        sendToStreams(this.#deps.bus, owner, { type: 'push', push: { type: 'pong', device_iden: device } })
      return
    }
    for (const [stream, device] of streams) if (device === news.device) this.#send(stream, news.event, news.data)
  }

  #send(stream: ForeignStream, event: GatewayEvent, data: Record<string, string>): void {
    this.streams.send(stream, frameBytes(`event: ${event}\ndata: ${JSON.stringify(data)}\n`))
  }
}
