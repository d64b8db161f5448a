import { hash } from 'node:crypto'
import { serveWorker } from '../../fetch/serve-worker.ts'
import { textOf } from '../../fetch/text.ts'
import type { FeedFound, FeedRead } from './ask-worker.ts'
import { parseFeedText } from './parser.ts'
import { newsOf } from './rules.ts'
import { NoFeed } from './xml.ts'

// Parses feeds in a worker thread, which can be terminated: a malicious feed could take too much time or memory.
serveWorker((feed: FeedRead): FeedFound | { failure: string } => {
  try {
    return find(feed)
  } catch (error) {
    const failure = error instanceof NoFeed && error.isCut ? 'The feed breaks off before its end.' : 'That address has no feed.'
    return { failure }
  }
})

function find({ body, type, address, digest: before, seen, filters }: FeedRead): FeedFound {
  const digest = hash('sha256', body, 'base64url')
  if (digest === before) return { digest }
  const items = parseFeedText(textOf(Buffer.from(body.buffer, body.byteOffset, body.byteLength), type), address)
  return { digest, count: items.length, ...newsOf(items, seen, filters) }
}
