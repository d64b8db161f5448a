// Parses feeds in a separate thread.

import type { FeedFilter } from '@waypost/protocol'
import { FetchError } from '../../fetch/failure.ts'
import { openWorker, WorkerError } from '../../fetch/worker.ts'
import type { FeedItem } from './parser.ts'

/** A fetched feed, and its state. */
export interface FeedRead {
  body: Uint8Array
  /** The `Content-Type` of the answer. */
  type: string
  /** The final URL of the response. */
  address: string
  /** The digest of the body at the last read. */
  digest: string | null
  /** The state after the last read; null at the first. */
  seen: string | null
  filters: readonly FeedFilter[]
}

/** The parsed feed; only the digest if it hasn't changed. */
export interface FeedFound {
  digest: string
  count?: number
  /** The new items that pass the filters, earliest first. */
  news?: FeedItem[]
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
