// Runs the checkpoints of SQLite, which move what was committed from its log (WAL) into its file, in a thread of their own: requests would
// wait for the disk meanwhile. See https://www.sqlite.org/wal.html#ckpt

import type { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { programPath } from '../assets.ts'

/** Pages of the log from which on they are moved. A page that was written several times until then is moved once. */
const enough = 16_000
/** Pages that are left to the thread that writes: with none left, the next write begins the log anew. */
const few = 1_000
/** While others write, each pass of the thread leaves fewer pages than the one before. */
const passes = 4
/** Milliseconds after which an idle thread is ended. */
const idleFor = 10_000

interface Checkpoints {
  /** Call it after each commit, outside of a transaction. */
  committed(): void
  /** Ends the thread. */
  close(): Promise<void>
}

/** Keeps the log of a store small. `db` is the connection that writes; it must not do it by itself (`wal_autocheckpoint`). */
export function keepLogSmall(file: string, db: DatabaseSync): Checkpoints {
  const look = db.prepare('PRAGMA wal_checkpoint(NOOP)')
  const left = () => {
    const { log, checkpointed } = look.get() as { log: number; checkpointed: number }
    return log - checkpointed
  }
  let state: 'idle' | 'moving' | 'moved' = 'idle'
  let pass = 0
  let thread: Worker | undefined
  /** Without a thread, it is done here. */
  let threadless = false
  let idle: NodeJS.Timeout | undefined

  function move(): void {
    clearTimeout(idle)
    state = 'moving'
    pass++
    thread ??= start()
    thread.postMessage('move')
  }

  function onPass(leftByIt: number): void {
    if (leftByIt > few && pass < passes) move()
    else {
      state = 'moved'
      pass = 0
      idle = setTimeout(end, idleFor).unref()
    }
  }

  function start(): Worker {
    const worker = new Worker(programPath('db/checkpoints-worker'), { workerData: file, execArgv: [], env: {} })
    worker.unref()
    worker.on('message', onPass)
    worker.on('error', () => {
      threadless = true
    })
    worker.on('exit', () => {
      if (thread !== worker) return
      thread = undefined
      state = 'idle'
    })
    return worker
  }

  function end(): Worker | undefined {
    const worker = thread
    thread = undefined
    worker?.off('message', onPass)
    worker?.postMessage('end')
    return worker
  }

  return {
    committed() {
      if (state === 'moving' || (state === 'idle' && left() < enough)) return
      if (state === 'idle' && !threadless) move()
      else {
        state = 'idle'
        db.exec('PRAGMA wal_checkpoint(PASSIVE)')
      }
    },
    async close() {
      clearTimeout(idle)
      const worker = end()
      if (!worker) return
      worker.ref()
      // Also if it fails: the log is in order without it.
      await new Promise((resolve) => worker.once('exit', resolve))
    },
  }
}
