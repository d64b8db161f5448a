// The other end of `openWorker`, within the thread.

import { parentPort } from 'node:worker_threads'

/** What a thread says once it is loaded: the time that loading took is not that of a question. */
export const ready = 'ready'

/** Answers each message of the thread's owner. */
export function serveWorker<Question, Answer>(answer: (question: Question) => Answer): void {
  parentPort?.on('message', (question: Question) => parentPort?.postMessage(answer(question)))
  parentPort?.postMessage(ready)
}
