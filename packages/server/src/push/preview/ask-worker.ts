// Parses web pages in a separate thread.

import { FetchError } from '../../fetch/failure.ts'
import { openWorker, WorkerError } from '../../fetch/worker.ts'
import type { PageFacts } from './page.ts'

/** The fetched start of a page. */
export interface PageRead {
  body: Uint8Array
  /** The `Content-Type` of the answer. */
  type: string
  /** The final URL of the response. */
  address: string
}

const ask = openWorker<PageRead, PageFacts>('push/preview/worker', { megabytes: 128, time: 3_000 })

/** Extracts what a page says about itself. @throws FetchError */
export const readInWorker = (page: PageRead): Promise<PageFacts> =>
  ask(page).catch((error) => {
    throw error instanceof WorkerError ? new FetchError('The page cannot be read.', { cause: error }) : error
  })
