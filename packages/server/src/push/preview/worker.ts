import { serveWorker } from '../../fetch/serve-worker.ts'
import { textOf } from '../../fetch/text.ts'
import type { PageRead } from './ask-worker.ts'
import { readPage } from './page.ts'

// Parses web pages in a separate thread, which can be terminated.
serveWorker(({ body, type, address }: PageRead) =>
  readPage(textOf(Buffer.from(body.buffer, body.byteOffset, body.byteLength), type), address),
)
