// Parses feeds in a worker thread with limits of time and memory.

import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { programPath } from '../../assets.ts'
import { FetchError } from '../../fetch/failure.ts'
import type { FeedItem } from './parser.ts'

const timeLimit = 10_000
const megabytes = 128
/** Milliseconds after which an idle thread is terminated. */
const idleFor = 10_000

/** Feeds are parsed one at a time, to bound memory and CPU time. */
let last: Promise<unknown> = Promise.resolve()
let thread: Worker | undefined
let idle: NodeJS.Timeout | undefined

/** Parses a feed in a worker thread. @throws FetchError */
export function parseInThread(text: string, address: string): Promise<FeedItem[]> {
  const parsed = last.then(() => parse(text, address))
  last = parsed.catch(() => {})
  return parsed
}

async function parse(text: string, address: string): Promise<FeedItem[]> {
  clearTimeout(idle)
  thread ??= start()
  const worker = thread
  try {
    const items = await answerOf(worker, { text, address })
    if (!items) throw new FetchError('What is there is no feed.')
    return items
  } finally {
    idle = setTimeout(end, idleFor)
    idle.unref()
  }
}

/** If a thread fails, the next feed gets a new one. */
async function answerOf(worker: Worker, feed: { text: string; address: string }): Promise<FeedItem[] | undefined> {
  const listening = new AbortController()
  const { signal } = listening
  try {
    worker.postMessage(feed)
    return await Promise.race([
      once(worker, 'message', { signal }).then(([{ items }]) => items),
      wait(timeLimit, undefined, { signal }).then(() => Promise.reject(new FetchError('The feed takes too long to read.'))),
    ])
  } catch (error) {
    end()
    throw error instanceof FetchError ? error : new FetchError('The feed is too large to read.', { cause: error })
  } finally {
    listening.abort()
  }
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
