import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { FetchError } from '../fetch/failure.ts'
import type { FeedItem } from './feed-items.ts'

const timeLimit = 10_000
const megabytes = 128
/** Milliseconds after which a thread with nothing to do is ended. */
const idleFor = 10_000

/** One feed at a time, so that however many are read they take the memory and the processor of one. */
let last: Promise<unknown> = Promise.resolve()
let thread: Worker | undefined
let idle: NodeJS.Timeout | undefined

/** Reads the items of a feed, away from the thread that answers calls. @throws FetchError */
export function parseAside(text: string, address: string): Promise<FeedItem[]> {
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

/** Whatever a thread does but answer, there will be another one for the next feed. */
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
  const worker = new Worker(join(import.meta.dirname, 'feed-worker.ts'), {
    resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: megabytes / 4 },
    execArgv: [],
    env: {},
  })
  // It must not keep the program alive, nor end it: who waits for it hears of its end.
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
