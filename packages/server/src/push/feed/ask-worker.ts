// Reads feeds in a thread of its own.

import type { FeedFilter } from '@waypost/protocol'
import { FetchError } from '../../fetch/failure.ts'
import { openWorker, WorkerError } from '../../fetch/worker.ts'
import type { FeedItem } from './parser.ts'

/** A feed as it was fetched, and its memory. */
export interface FeedRead {
  body: Uint8Array
  /** The `Content-Type` of the answer. */
  type: string
  /** The address that answered. */
  address: string
  /** The digest of the body at the last reading. */
  digest: string | null
  /** The memory after the last reading; null at the first. */
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

const ask = openWorker<FeedRead, FeedFound | { failure: string }>('push/feed/worker', { megabytes: 256, time: 10_000 })

/** Reads a feed. @throws FetchError */
export async function readInWorker(feed: FeedRead): Promise<FeedFound> {
  const found = await ask(feed).catch((error) => {
    if (!(error instanceof WorkerError)) throw error
    const what = error.limit === 'time' ? 'takes too long' : 'is too large'
    throw new FetchError(`The feed ${what} to read.`, { cause: error })
  })
  if ('failure' in found) throw new FetchError(found.failure)
  return found
}
