import { parentPort } from 'node:worker_threads'
import { parseFeedText } from './parser.ts'

// Parses feeds in a worker thread, which can be terminated: a malicious feed could take much time or memory to parse.
parentPort?.on('message', ({ text, address }: { text: string; address: string }) => {
  try {
    parentPort?.postMessage({ items: parseFeedText(text, address) })
  } catch {
    parentPort?.postMessage({})
  }
})
