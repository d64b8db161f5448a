// Reads feeds in a worker thread with limits of time and memory.

import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { FeedFilter } from '@waypost/protocol'
import { programPath } from '../../assets.ts'
import { FetchError } from '../../fetch/failure.ts'
import type { FeedItem } from './parser.ts'

/** A feed as it was fetched, and what is known of it. */
export interface FeedRead {
  body: Uint8Array
  /** The `Content-Type` of the answer. */
  type: string
  /** The address that answered. */
  address: string
  /** The digest of the body at the last reading. */
  digest: string | null
  /** What was remembered at the last reading; null at the first. */
  seen: string | null
  filters: readonly FeedFilter[]
}

/** What a feed has; only the digest if it has not changed. */
export interface FeedFound {
  digest: string
  /** How many items it has. */
  count?: number
  /** The new items that pass the filters, the earliest first. */
  news?: FeedItem[]
  /** What to remember of it. */
  seen?: string
}

/** Milliseconds of processor time for one feed. A busy machine takes longer for them, but not for ever. */
const timeLimit = 10_000
const wallLimit = 120_000
const lookEvery = 250
const megabytes = 256
/** Milliseconds after which an idle thread is terminated. */
const idleFor = 10_000

/** Feeds are parsed one at a time, to bound memory and CPU time. */
let last: Promise<unknown> = Promise.resolve()
let thread: Worker | undefined
let idle: NodeJS.Timeout | undefined

/** Reads a feed in a worker thread. @throws FetchError */
export function readInThread(feed: FeedRead): Promise<FeedFound> {
  const found = last.then(() => read(feed))
  last = found.catch(() => {})
  return found
}

async function read(feed: FeedRead): Promise<FeedFound> {
  clearTimeout(idle)
  thread ??= start()
  try {
    const found = await answerOf(thread, feed)
    if ('failure' in found) throw new FetchError(found.failure)
    return found
  } finally {
    idle = setTimeout(end, idleFor)
    idle.unref()
  }
}

/** If a thread fails, the next feed gets a new one. */
async function answerOf(worker: Worker, feed: FeedRead): Promise<FeedFound | { failure: string }> {
  const listening = new AbortController()
  const { signal } = listening
  try {
    worker.postMessage(feed)
    return await Promise.race([once(worker, 'message', { signal }).then(([found]) => found), takesTooLong(worker, signal)])
  } catch (error) {
    end()
    throw error instanceof FetchError ? error : new FetchError('The feed is too large to read.', { cause: error })
  } finally {
    listening.abort()
  }
}

async function takesTooLong(worker: Worker, signal: AbortSignal): Promise<never> {
  // A thread that is not running yet has used none.
  const start = await worker.cpuUsage().catch(() => undefined)
  for (let waited = 0; waited < wallLimit; waited += lookEvery) {
    await wait(lookEvery, undefined, { signal })
    const { user, system } = await worker.cpuUsage(start).catch(() => ({ user: 0, system: 0 }))
    if ((user + system) / 1_000 > timeLimit) break
  }
  throw new FetchError('The feed takes too long to read.')
}

function start(): Worker {
  const worker = new Worker(programPath('push/feed/worker'), {
    resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: megabytes / 4 },
    execArgv: [],
    env: {},
  })
  // The thread must neither keep the process alive nor end it; its errors reach the caller.
  worker.unref()
  worker.on('error', () => {})
  worker.on('exit', () => {
    if (thread === worker) thread = undefined
  })
  return worker
}

function end(): void {
  const worker = thread
  thread = undefined
  void worker?.terminate()
}
