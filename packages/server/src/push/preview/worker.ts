import { parentPort } from 'node:worker_threads'
import { textOf } from '../../fetch/text.ts'
import type { PageRead } from './ask-worker.ts'
import { readPage } from './page.ts'

// Reads web pages in a thread of its own, which can be terminated.
parentPort?.on('message', ({ body, type, address }: PageRead) => {
  parentPort?.postMessage(readPage(textOf(Buffer.from(body.buffer, body.byteOffset, body.byteLength), type), address))
})
