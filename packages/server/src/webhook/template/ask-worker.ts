import { openWorker, WorkerError } from '../../fetch/worker.ts'
import { templateMilliseconds } from './failure.ts'
import type { FormatAnswer, FormatQuestion } from './read.ts'

/** Five times the limit of templates, which check the time except within one step; parsing a megabyte also takes some. */
const ask = openWorker<FormatQuestion, FormatAnswer>('webhook/template/worker', {
  megabytes: 128,
  time: 5 * templateMilliseconds,
})

/** Processes a payload in the thread. */
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
