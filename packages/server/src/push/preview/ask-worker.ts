// Reads web pages in a thread of its own.

import { FetchError } from '../../fetch/failure.ts'
import { openWorker, WorkerError } from '../../fetch/worker.ts'
import type { PageFacts } from './page.ts'

/** The start of a page as it was fetched. */
export interface PageRead {
  body: Uint8Array
  /** The `Content-Type` of the answer. */
  type: string
  /** The address that answered. */
  address: string
}

const ask = openWorker<PageRead, PageFacts>('push/preview/worker', { megabytes: 128, time: 3_000 })

/** Reads what a page says of itself. @throws FetchError */
export const readInWorker = (page: PageRead): Promise<PageFacts> =>
  ask(page).catch((error) => {
    throw error instanceof WorkerError ? new FetchError('The page cannot be read.', { cause: error }) : error
  })
