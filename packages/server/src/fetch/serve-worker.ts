// The thread's end of `openWorker`.

import { parentPort } from 'node:worker_threads'

/** The message a thread sends once it is loaded, so that loading time doesn't count towards a question. */
export const ready = 'ready'

/** Answers each message of the thread's owner. */
export function serveWorker<Question, Answer>(answer: (question: Question) => Answer): void {
  parentPort?.on('message', (question: Question) => parentPort?.postMessage(answer(question)))
  parentPort?.postMessage(ready)
}
