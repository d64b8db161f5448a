import {
  type Call,
  firstPushesPerConversation,
  getEverything,
  getHistories,
  getHistory,
  historiesPerCall,
  listChats,
  objectsPerPage,
  ownerTypes,
  Refusal,
  type SyncedType,
  syncedTypes,
  type Takes,
} from '@waypost/protocol'
import type { Calls } from '../ground/call.ts'
import { isRecord, type Page, readHistory, readPage, withOwnTypes } from '../ground/objects.ts'
import type { Platform } from '../ground/platform.ts'
import type { Conversations } from './conversation-index.ts'
import type { OpenMirror } from './mirror.ts'

interface Deps {
  callRaw: Calls['callRaw']
  mirror: OpenMirror
  conversations: Conversations
  platform: Platform
}

/** The conversation that a person is waiting for, and a callback for when it can be shown. */
interface First {
  conversation: string
  onReady(): void
}

/** How many calls are in flight at once. Lists are usually short, and browsers allow six connections. */
const atOnce = { lists: 6, histories: 3 }
/**
 * A large account makes more calls than the server's rate limit allows at once: the number of tries, the milliseconds between them if the
 * server does not specify a wait, and the longest wait.
 */
const retries = { wait: 5_000, longest: 60_000, tries: 30 }
const microsecond = 1e-6

/**
 * Fills a mirror from the server: every type page by page, the latest pushes of each chat, the account's own pushes, and finally all
 * that changed meanwhile. Nothing is missed, because the stamp to continue from is taken before anything is fetched. The pushes of the
 * `first` conversation are fetched with the types, and taken once those are there: names, markers and preferences come before it.
 * An attempt that fails leaves what it has fetched in place, as a person may be reading it; the next one continues from the same stamp.
 * @returns the function that makes an attempt; it throws a Refusal with the words of the specification, e.g. 'faild to fetch chats'
 */
export function openBootstrap({ callRaw, mirror, conversations, platform }: Deps): (first?: First) => Promise<void> {
  /** The stamp from which a failed attempt would have caught up. */
  let begun: number | undefined

  async function begin(): Promise<number> {
    mirror.clear()
    const { newest } = await fetchPage('everything', getEverything, { limit: 1, ...withOwnTypes })
    // Everything created from now on will be among the changes, even in conversations that are not fetched.
    conversations.begin(newest > 0 ? newest + microsecond : 0)
    return newest
  }

  async function fill(first?: First): Promise<void> {
    const newest = begun ?? (await begin())
    begun = newest

    const early = first && fetchFirst(first.conversation)
    const types = syncedTypes.filter((type) => type !== 'pushes')
    await workOff(types, { size: 1, atOnce: atOnce.lists }, async ([type]) => {
      await fetchAll(type as SyncedType)
      return []
    })

    const taken = (await early)?.()
    if (taken) first?.onReady()

    const others = conversationsOf(mirror).filter((name) => !taken || name !== first?.conversation)
    await workOff(others, { size: historiesPerCall, atOnce: atOnce.histories }, fetchNewest)

    // Each device is a target too, and its pushes are among the own pushes.
    const ownTargets = 1 + mirror.of('devices').get().entries.size
    const takeOwn = await fetchHistory('self', Math.min(objectsPerPage, firstPushesPerConversation * ownTargets))
    takeOwn()

    mirror.reach(newest)
    await insist(platform, 'everything', () => mirror.catchUp())
    begun = undefined
  }

  async function fetchAll(type: SyncedType): Promise<void> {
    let cursor: string | undefined
    do {
      const page = await fetchPage(type, listOf(type), { limit: objectsPerPage, active_only: true, cursor })
      mirror.fill(page.objects)
      // A cursor that leads back to its own page would never end.
      cursor = page.cursor === cursor ? undefined : page.cursor
    } while (cursor !== undefined)
  }

  /** @returns conversations that did not fit into the response */
  async function fetchNewest(names: readonly string[]): Promise<string[]> {
    const body = await insist(platform, 'pushes', () => callRaw(getHistories, { conversations: [...names] }))
    const pages = new Map(isRecord(body) && Array.isArray(body.histories) ? body.histories.filter(isNamed).map(named) : [])
    const found = names.filter((name) => pages.has(name))
    if (found.length === 0) throw new Refusal('bad_answer', 'faild to fetch pushes, not list')
    const read = found.map((name) => ({ name, ...readHistory(pages.get(name)) }))
    mirror.fill({ pushes: read.flatMap(({ pushes }) => pushes) })
    for (const { name, from } of read) conversations.setFrom(name, from)
    return names.filter((name) => !pages.has(name))
  }

  /** @returns a function that merges the pushes and announces them; undefined without them: then they come with all others */
  async function fetchFirst(conversation: string): Promise<(() => true) | undefined> {
    try {
      const take = await fetchHistory(conversation, firstPushesPerConversation)
      return () => {
        take()
        return true
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return undefined
    }
  }

  /** @returns a function that merges the pushes */
  async function fetchHistory(conversation: string, limit: number): Promise<() => void> {
    const body = await insist(platform, 'pushes', () => callRaw(getHistory, { conversation, limit }))
    if (!isRecord(body) || !Array.isArray(body.pushes)) throw new Refusal('bad_answer', 'faild to fetch pushes, not list')
    const { pushes, from } = readHistory(body)
    return () => {
      mirror.fill({ pushes })
      conversations.setFrom(conversation, from)
    }
  }

  async function fetchPage(type: string, call: Call, input: Takes<typeof getEverything>): Promise<Page> {
    try {
      const body = await insist(platform, type, () => callRaw(call, input))
      if (isRecord(body) && (type === 'everything' || Array.isArray(body[type]))) return readPage(body)
    } catch (error) {
      if (isOutOfReach(type, error)) return readPage({})
      throw error
    }
    throw new Refusal('bad_answer', `faild to fetch ${type}, not list`)
  }

  return fill
}

/** Retries while rate-limited. @throws Refusal in the words of the specification */
async function insist<T>({ after }: Pick<Platform, 'after'>, type: string, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (error.code !== 'ratelimited' || tries === retries.tries) {
        throw new Refusal(error.code, `faild to fetch ${type}`, { cause: error })
      }
      const wait = error.retryAfter === undefined ? retries.wait : Math.min(retries.longest, error.retryAfter * 1_000)
      await new Promise<void>((resolve) => void after(wait, resolve))
    }
  }
}

/**
 * Calls take `size` entries, `atOnce` of them in flight. Stops after an error.
 * @param work takes entries, and returns those to process again
 */
async function workOff<T>(
  queue: T[],
  { size, atOnce }: { size: number; atOnce: number },
  work: (entries: T[]) => Promise<T[]>,
): Promise<void> {
  const call = async () => {
    while (queue.length > 0) {
      try {
        queue.unshift(...(await work(queue.splice(0, size))))
      } catch (error) {
        queue.length = 0
        throw error
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, call))
}

interface NamedPage {
  conversation: string
}

const isNamed = (page: unknown): page is NamedPage => isRecord(page) && typeof page.conversation === 'string'
const named = (page: NamedPage) => [page.conversation, page] as const

/** The conversation of each target except the account itself, without duplicates. */
function conversationsOf(mirror: OpenMirror): string[] {
  const entriesOf = <T extends SyncedType>(type: T) => [...mirror.of(type).get().entries.values()]
  const all = new Set<string>()
  for (const { with: other } of entriesOf('chats')) if (other?.email_normalized) all.add(`email:${other.email_normalized}`)
  for (const { iden } of entriesOf('channels')) all.add(`channel:${iden}`)
  for (const { channel } of entriesOf('subscriptions')) if (channel) all.add(`channel:${channel.iden}`)
  for (const { client } of entriesOf('grants')) if (client) all.add(`client:${client.iden}`)
  for (const { iden } of entriesOf('sources')) all.add(`source:${iden}`)
  return [...all]
}

/** Every list call takes the same input and is named after its list. */
function listOf(type: string): Call {
  return { ...listChats, path: `/v2/${type}` }
}

/** A grant may not have access to everything; types out of its reach are empty. */
function isOutOfReach(type: string, error: unknown): boolean {
  return error instanceof Refusal && error.code === 'forbidden' && ownerTypes.some((own) => own === type)
}
