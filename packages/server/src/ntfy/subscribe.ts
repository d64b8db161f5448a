// Serves subscriptions: stored messages, then live ones, in each stream format.

import { Readable } from 'node:stream'
import { Refusal } from '@waypost/protocol'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { ConcurrencyLimit } from '../http/concurrency.ts'
import { ForeignStreams } from '../http/live/foreign-streams.ts'
import { isUpgrade } from '../http/live/upgrades.ts'
import { BoundedMap } from '../processor/bounded-map.ts'
import { findLogged, type LogPlace, logAfter } from '../push/source/log-rows.ts'
import { numberOfId, type SourceMessage } from '../source/message.ts'
import { sourceForTopic } from '../source/new-source.ts'
import { findSourceByTopic, findSourceIn, type SourceRow } from '../source/rows.ts'
import { isReserved } from '../source/topics.ts'
import { NtfyRefusal } from './errors.ts'
import { filtersOf, type Passes } from './filters.ts'
import { type Form, frameOf, Live, type Subscription, signal } from './live.ts'
import { type OfNtfy, shown } from './message.ts'
import { isYes, paramsOf } from './params.ts'
import { isTopic } from './publish.ts'
import { readSince, type Since } from './since.ts'
import { holderOf, readerOf, type Who } from './who.ts'

const page = 20
/** Unsent bytes of a stream at which the next page of the log waits. */
const enough = 64 * 1_024
const topicsPerStream = 120

const types: Record<Exclude<Form, 'ws'>, string> = {
  json: 'application/x-ndjson; charset=utf-8',
  sse: 'text/event-stream; charset=utf-8',
  raw: 'text/plain; charset=utf-8',
}

interface Wanted {
  named: string
  sources: readonly SourceRow[]
  topics: ReadonlyMap<string, string>
  since: Since
  hasScheduled: boolean
  passes: Passes
}

/** The subscriptions of this node. */
export class Subscriptions {
  readonly #deps: Deps
  readonly streams: ForeignStreams
  readonly #live: Live
  /** Accounts read their logs in turns, so that memory for readers is bounded. */
  readonly #turns = new ConcurrencyLimit({ concurrency: 8, maxWaiting: 1_000, timeout: 60_000 })
  /** Subscriptions by stream, for the content of keep-alives. */
  readonly #keptAlive = new WeakMap<object, Pick<Subscription, 'form' | 'named'>>()

  constructor(deps: Deps, aliveEvery?: number) {
    this.#deps = deps
    this.streams = new ForeignStreams({
      bus: deps.bus,
      ...(aliveEvery !== undefined && { every: aliveEvery }),
      showAlive: (stream) => {
        const kept = this.#keptAlive.get(stream)
        if (kept) this.streams.send(stream, frameOf(kept.form, signal('keepalive', kept.named)))
      },
    })
    this.#live = new Live(deps.bus, deps.db, this.streams)
  }

  async serve(form: Form, request: FastifyRequest, reply: FastifyReply, who: Who | undefined): Promise<unknown> {
    const { topics } = request.params as { topics: string }
    if (form === 'ws' && !isUpgrade(request)) throw new NtfyRefusal(40016)
    const params = paramsOf(request)
    const names = namesIn(topics)
    const polls = isYes(params('poll'))
    const since = readSince(params('since'), polls, Date.now())
    const passes = filtersOf(params)
    const caller = readerOf(who)
    const wanted = {
      ...(await this.#wanted(caller, names, polls)),
      named: topics,
      since,
      passes,
      hasScheduled: isYes(params('scheduled')),
    }
    if (polls && form !== 'ws')
      return reply.type(types[form]).send(Readable.from(this.#stored(caller, form, wanted), { highWaterMark: 1 }))
    await this.#open(form, request, reply, caller, wanted, polls)
    return reply
  }

  async mayRead(request: FastifyRequest, who: Who | undefined): Promise<{ success: true }> {
    const names = namesIn((request.params as { topics: string }).topics)
    await this.#wanted(readerOf(who), names, true)
    return { success: true }
  }

  /**
   * The sources of the topics that an account reads. An unclaimed topic becomes the account's, unless it only polls for stored messages.
   * @throws NtfyRefusal for another person's topic
   */
  async #wanted(caller: Caller, names: readonly string[], polls: boolean): Promise<Pick<Wanted, 'sources' | 'topics'>> {
    const { db } = this.#deps
    const sources: SourceRow[] = []
    for (const name of names) {
      const found = await findSourceByTopic(db, name)
      if (found) {
        if ((await findSourceIn(db, found.root, caller.account.iden))?.active !== 1) throw new NtfyRefusal(40301)
        sources.push(found)
      } else if (!polls) sources.push(await sourceForTopic(this.#deps, caller.account, name))
    }
    return { sources, topics: new Map(sources.map(({ iden, topic }) => [iden, topic as string])) }
  }

  async #open(
    form: Form,
    request: FastifyRequest,
    reply: FastifyReply,
    caller: Caller,
    wanted: Wanted,
    polls: boolean,
  ): Promise<void> {
    this.streams.admit(caller.account.iden)
    const holder = holderOf(caller)
    const start = (stream: Subscription['stream']) => {
      const { named, topics, passes } = wanted
      const subscription: Subscription = { stream, form, named, topics, passes, waiting: [], had: undefined }
      if (form !== 'ws') this.#keptAlive.set(stream, { form, named })
      void this.#run(subscription, wanted, polls).catch((error) => {
        if (!(error instanceof Refusal)) this.#deps.log.warn({ err: error }, 'A subscription could not read its messages.')
        this.streams.end(stream)
      })
    }
    if (form === 'ws') this.streams.openSocket(holder, request, reply, start)
    else start(this.streams.openResponse(holder, reply, { 'content-type': types[form] }))
  }

  /** Joins before reading, so that nothing is lost between stored and live messages. */
  async #run(subscription: Subscription, wanted: Wanted, polls: boolean): Promise<void> {
    const { stream, form, named } = subscription
    if (!polls) this.streams.send(stream, frameOf(form, signal('open', named)))
    if (!polls) await this.#live.join(subscription, [...new Set(wanted.sources.map(({ owner }) => owner))])
    if (wanted.since !== 'none') {
      const had = new BoundedMap<string, true>(page * 10)
      subscription.had = had
      for await (const some of this.#pages(stream.holder.account, wanted)) {
        for (const message of some) {
          if (!stream.isOpen) return
          had.set(message.id, true)
          const seen = shown(wanted.topics.get(message.source) as string, message)
          if (!wanted.passes(seen)) continue
          stream.connection.send(frameOf(form, seen))
          if (stream.connection.buffered() > enough) await stream.connection.drained()
        }
      }
    }
    if (polls) this.streams.end(stream)
    else this.#live.goLive(subscription)
  }

  async *#stored(caller: Caller, form: Form, wanted: Wanted): AsyncGenerator<Buffer> {
    for await (const some of this.#pages(caller.account.iden, wanted))
      for (const message of some) {
        const seen = shown(wanted.topics.get(message.source) as string, message)
        if (wanted.passes(seen)) yield frameOf(form, seen).line
      }
  }

  /** The pages of the log from the subscriber's starting point. A page is in memory only while its account has a turn. */
  async *#pages(account: string, { sources, since, hasScheduled }: Wanted): AsyncGenerator<SourceMessage[]> {
    const idens = sources.map(({ iden }) => iden)
    let place = await this.#placeOf(idens, since)
    let last: readonly SourceMessage[] = []
    while (place !== undefined) {
      const turn = await this.#turns.acquire(account)
      try {
        const found: SourceMessage[] = await logAfter(this.#deps.db, idens, place, place === 'latest' ? idens.length : page)
        const fresh = found.filter(({ id }) => !last.some((other) => other.id === id))
        yield fresh.filter(isKept)
        const end = found.at(-1)
        // Messages of two owners can have the same number, so those with the last number are fetched again.
        place = end && place !== 'latest' && fresh.length > 0 && found.length === page ? { number: end.number - 1 } : undefined
        last = end ? found.filter(({ number }) => number === end.number) : []
        if (place && last.length === page) place = { number: (end as SourceMessage).number }
      } finally {
        turn.end()
      }
    }
    if (!hasScheduled) return
    yield logAfter(this.#deps.db, idens, { number: Number.MAX_SAFE_INTEGER }, Number.MAX_SAFE_INTEGER, { waiting: true })
  }

  async #placeOf(sources: readonly string[], since: Since): Promise<LogPlace | undefined> {
    if (since === 'none') return undefined
    if (typeof since === 'string' || 'time' in since) return since
    const found = await findLogged(this.#deps.db, sources, since.id)
    if (found) return { number: found.number }
    // A deleted message also had its place in the order. Any other id comes from another server.
    const number = numberOfId(since.id)
    return number !== undefined && number <= Date.now() * 1_000 ? { number } : 'all'
  }
}

const isKept = ({ content }: SourceMessage) => (content.foreign as OfNtfy | undefined)?.uncached !== true

function namesIn(topics: string): string[] {
  const names = [...new Set(topics.split(','))]
  if (!names.every(isTopic)) throw new NtfyRefusal(40401)
  if (names.length > topicsPerStream || names.some(isReserved)) throw new NtfyRefusal(40009)
  return names
}
