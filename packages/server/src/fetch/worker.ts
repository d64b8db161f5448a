// Does work in a separate thread, with limits on time and memory, because documents from strangers could take too much of both.

import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { programPath } from '../assets.ts'
import { ready } from './serve-worker.ts'

/** The work was aborted at a limit. */
export class WorkerError extends Error {
  readonly limit: 'time' | 'memory'

  constructor(limit: 'time' | 'memory', options?: ErrorOptions) {
    super(`The work took too much ${limit}.`, options)
    this.limit = limit
  }
}

interface Limits {
  /** The limit of the heap. */
  megabytes: number
  /** The limit of processor time for one question, in milliseconds. */
  time: number
}

/** The limit of elapsed time in milliseconds: a busy machine takes longer, but not forever. */
const wallLimit = 120_000
const lookEvery = 250
const loadLimit = 30_000
const idleFor = 10_000

/**
 * Opens a thread, on the first question, that answers each message with one (`serveWorker`). Questions are answered one at a time, to limit
 * memory and processor time. If the thread fails, the next question gets a new one.
 * @param program as for `programPath`
 * @returns the function that asks; it throws a `WorkerError`
 */
export function openWorker<Question, Answer>(program: string, limits: Limits): (question: Question) => Promise<Answer> {
  let last: Promise<unknown> = Promise.resolve()
  let thread: Worker | undefined
  let loaded: Promise<unknown> = Promise.resolve()
  let idle: NodeJS.Timeout | undefined

  function start(): Worker {
    const worker = new Worker(programPath(program), {
      resourceLimits: { maxOldGenerationSizeMb: limits.megabytes, maxYoungGenerationSizeMb: limits.megabytes / 4 },
      execArgv: [],
      env: {},
    })
    // The thread must neither keep the process alive nor end it; its errors reach the caller.
    worker.unref()
    loaded = once(worker, 'message', { signal: AbortSignal.timeout(loadLimit) })
    loaded.catch(() => {})
    worker.on('error', () => {})
    worker.on('exit', () => {
      if (thread === worker) thread = undefined
    })
    return worker
  }

  function end(): void {
    const worker = thread
    thread = undefined
    void worker?.terminate()
  }

  async function answerOf(worker: Worker, question: Question): Promise<Answer> {
    const listening = new AbortController()
    const { signal } = listening
    try {
      const [word] = (await loaded) as unknown[]
      if (word !== ready) throw new Error('The thread did not say that it is ready.')
      worker.postMessage(question)
      return await Promise.race([
        once(worker, 'message', { signal }).then(([answer]) => answer as Answer),
        takesTooLong(worker, limits.time, signal),
      ])
    } catch (error) {
      end()
      throw error instanceof WorkerError ? error : new WorkerError('memory', { cause: error })
    } finally {
      listening.abort()
    }
  }

  async function answer(question: Question): Promise<Answer> {
    clearTimeout(idle)
    thread ??= start()
    try {
      return await answerOf(thread, question)
    } finally {
      idle = setTimeout(end, idleFor)
      idle.unref()
    }
  }

  return (question) => {
    const answered = last.then(() => answer(question))
    last = answered.catch(() => {})
    return answered
  }
}

async function takesTooLong(worker: Worker, limit: number, signal: AbortSignal): Promise<never> {
  const start = await worker.cpuUsage().catch(() => undefined)
  const every = Math.min(lookEvery, limit)
  for (let waited = 0; waited < wallLimit; waited += every) {
    await wait(every, undefined, { signal })
    const { user, system } = await worker.cpuUsage(start).catch(() => ({ user: 0, system: 0 }))
    if ((user + system) / 1_000 > limit) break
  }
  throw new WorkerError('time')
}
