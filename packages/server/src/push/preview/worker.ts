import { serveWorker } from '../../fetch/serve-worker.ts'
import { textOf } from '../../fetch/text.ts'
import type { PageRead } from './ask-worker.ts'
import { readPage } from './page.ts'

// Reads web pages in a thread of its own, which can be terminated.
serveWorker(({ body, type, address }: PageRead) =>
  readPage(textOf(Buffer.from(body.buffer, body.byteOffset, body.byteLength), type), address),
)
