import type { Bus } from '../bus/bus.ts'
import { type BoxChanged, boxSubject } from '../change.ts'
import type { Reader } from '../db/db.ts'
import { type FrameBytes, frameBytes, ignore } from '../http/live/connection.ts'
import type { ForeignStream, ForeignStreams } from '../http/live/foreign-streams.ts'
import { hearOwner } from '../source/live.ts'
import type { SourceMessage } from '../source/message.ts'
import { findSourceIn, type SourceRow } from '../source/rows.ts'
import { randomDigits } from '../tokens.ts'
import type { Passes } from './filters.ts'
import { type NtfyMessage, shown } from './message.ts'

/** The formats of a stream. */
export type Form = 'json' | 'sse' | 'raw' | 'ws'

/** The maximum messages, and characters in them, held for a subscription while it reads the stored ones. */
const mostWaiting = { messages: 200, characters: 2 ** 20 }
/** Milliseconds during which a message read from the log may still arrive from another node. */
const secondLook = 30_000

/** One subscriber to some topics. */
export interface Subscription {
  readonly stream: ForeignStream
  readonly form: Form
  /** The topics as the subscriber named them. */
  readonly named: string
  /** Topic names by the iden of their source in its owner's box. */
  readonly topics: ReadonlyMap<string, string>
  readonly passes: Passes
  /** Messages that arrive while it reads the stored ones; undefined once it is live. */
  waiting: SourceMessage[] | undefined
  /** The ids of messages that it got from the log and could receive again. */
  had: Pick<ReadonlyMap<string, true>, 'has'> | undefined
}

/** A message as a frame in a stream format. */
export function frameOf(form: Form, message: NtfyMessage): FrameBytes {
  if (form === 'raw') return frameBytes(message.event === 'message' ? (message.message ?? '').replace(/[\r\n]+/g, ' ') : '')
  // Over a WebSocket, a subscriber always gets the sequence of a message.
  if (form === 'ws')
    return frameBytes(
      JSON.stringify(isSignal(message) ? message : { ...message, sequence_id: message.sequence_id ?? message.id }),
    )
  const json = JSON.stringify(message)
  if (form === 'json') return frameBytes(json)
  return frameBytes(`${isSignal(message) ? `event: ${message.event}\n` : ''}data: ${json}\n`)
}

const isSignal = ({ event }: NtfyMessage) => event === 'open' || event === 'keepalive' || event === 'poll_request'

/** A message about the stream itself. */
export const signal = (event: 'open' | 'keepalive', topic: string): NtfyMessage => ({
  id: randomDigits(12),
  time: Math.floor(Date.now() / 1_000),
  event,
  topic,
})

interface Group {
  members: Set<Subscription>
  ready: Promise<() => void>
}

/** The subscriptions of this node, by the sources' owners and by reader. */
export class Live {
  readonly #bus: Bus
  readonly #reader: Reader
  readonly #streams: ForeignStreams
  readonly #byOwner = new Map<string, Group>()
  readonly #byReader = new Map<string, Group>()

  constructor(bus: Bus, reader: Reader, streams: ForeignStreams) {
    this.#bus = bus
    this.#reader = reader
    this.#streams = streams
  }

  /** Adds a subscription. Resolves once no later message can be missed. */
  async join(subscription: Subscription, owners: readonly string[]): Promise<void> {
    const groups = owners.map((owner) => {
      return join(this.#byOwner, owner, subscription, (members) => this.#hear(owner, members))
    })
    const reader = subscription.stream.holder.account
    groups.push(join(this.#byReader, reader, subscription, (members) => this.#watch(reader, members)))
    const leave = () => {
      for (const owner of owners) part(this.#byOwner, owner, subscription)
      part(this.#byReader, reader, subscription)
    }
    subscription.stream.ended = leave
    if (!subscription.stream.isOpen) leave()
    await Promise.all(groups.map(({ ready }) => ready))
  }

  /** Sends the messages that arrived while a subscription read the stored ones; from now on it is live. */
  goLive(subscription: Subscription): void {
    const { waiting = [] } = subscription
    subscription.waiting = undefined
    for (const message of waiting) this.#deliver(subscription, message, new Map())
    if (!subscription.had) return
    setTimeout(() => {
      subscription.had = undefined
    }, secondLook).unref()
  }

  #hear(owner: string, members: ReadonlySet<Subscription>): Promise<() => void> {
    return hearOwner(this.#bus, owner, (news) => {
      if (!('message' in news)) return
      const frames = new Map<Form, FrameBytes>()
      for (const subscription of members)
        if (subscription.topics.has(news.message.source)) this.#take(subscription, news.message, frames)
    })
  }

  #take(subscription: Subscription, message: SourceMessage, frames: Map<Form, FrameBytes>): void {
    const { waiting, stream } = subscription
    if (!waiting) return void this.#deliver(subscription, message, frames)
    waiting.push(message)
    const characters = waiting.reduce((sum, { content }) => sum + (content.body?.length ?? 0), 0)
    if (waiting.length > mostWaiting.messages || characters > mostWaiting.characters) this.#streams.end(stream)
  }

  #deliver({ form, topics, passes, stream, had }: Subscription, message: SourceMessage, frames: Map<Form, FrameBytes>): void {
    // Scheduled messages are sent when they are delivered.
    if (message.waits || had?.has(message.id)) return
    const seen = shown(topics.get(message.source) as string, message)
    if (!passes(seen)) return
    let frame = frames.get(form)
    if (!frame) {
      frame = frameOf(form, seen)
      frames.set(form, frame)
    }
    this.#streams.send(stream, frame)
  }

  #watch(reader: string, members: ReadonlySet<Subscription>): Promise<() => void> {
    return this.#bus.subscribe(boxSubject(reader), (message) => {
      const changed = message as Partial<BoxChanged>
      if (!changed.cut && !changed.objects?.sources) return
      void this.#recheck(reader, [...members]).catch(() => {
        for (const { stream } of members) this.#streams.end(stream)
      })
    })
  }

  async #recheck(reader: string, members: readonly Subscription[]): Promise<void> {
    const known = new Map<string, boolean>()
    for (const { topics, stream } of members) {
      for (const root of topics.keys()) {
        if (!known.has(root)) known.set(root, isReadable(await findSourceIn(this.#reader, root, reader)))
        if (!known.get(root)) this.#streams.end(stream)
      }
    }
  }
}

const isReadable = (row: SourceRow | undefined) => row?.active === 1

function join(
  groups: Map<string, Group>,
  key: string,
  subscription: Subscription,
  open: (members: ReadonlySet<Subscription>) => Promise<() => void>,
): Group {
  let group = groups.get(key)
  if (!group) {
    const members = new Set<Subscription>()
    group = { members, ready: open(members) }
    groups.set(key, group)
  }
  group.members.add(subscription)
  return group
}

function part(groups: Map<string, Group>, key: string, subscription: Subscription): void {
  const group = groups.get(key)
  if (!group?.members.delete(subscription) || group.members.size > 0) return
  groups.delete(key)
  group.ready.then((stop) => stop(), ignore)
}
