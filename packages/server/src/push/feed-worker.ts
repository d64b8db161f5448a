import { parentPort } from 'node:worker_threads'
import { itemsOf } from './feed-items.ts'

// Runs in a thread of its own: a feed can be made so that reading it takes long or much memory, and this one can be ended.
parentPort?.on('message', ({ text, address }: { text: string; address: string }) => {
  try {
    parentPort?.postMessage({ items: itemsOf(text, address) })
  } catch {
    parentPort?.postMessage({})
  }
})
