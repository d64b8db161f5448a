// Asks the thread that reads payloads.

import { openWorker, WorkerError } from '../../fetch/worker.ts'
import { templateMilliseconds } from './failure.ts'
import type { FormatAnswer, FormatQuestion } from './read.ts'

/**
 * Five times what templates may take: they look at the time themselves, except within one step, and reading a payload of a megabyte takes
 * some, too.
 */
const ask = openWorker<FormatQuestion, FormatAnswer>('webhook/template/worker', {
  megabytes: 128,
  time: 5 * templateMilliseconds,
})

/** Reads a payload in the thread. */
export async function readInWorker(question: FormatQuestion): Promise<FormatAnswer> {
  try {
    return await ask(question)
  } catch (error) {
    if (!(error instanceof WorkerError)) throw error
    const message =
      error.limit === 'time' ? `It takes longer than ${templateMilliseconds} milliseconds.` : 'It takes too much memory.'
    return { trouble: { kind: error.limit === 'time' ? 'time' : 'length', message } }
  }
}
