// Runs the checkpoints of SQLite, which move committed pages from its log (WAL) into its file, in a thread of their own: requests would
// wait for the disk meanwhile. See https://www.sqlite.org/wal.html#ckpt

import type { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { programPath } from '../assets.ts'
import { storeFile } from './sqlite-files.ts'

/** Bytes of a page and its head in the log. */
const pageBytes = 4_096 + 24
/** Pages of the log from which on they are moved. A page that was written several times until then is moved once. */
const enough = 16_000
/** Pages that are left to the thread that writes: with none left, the next write begins the log anew. */
const few = 250
/** While others write, each pass of the thread leaves fewer pages than the one before. */
const passes = 4
/** Milliseconds after which an idle thread is ended. */
const idleFor = 10_000
/** Milliseconds after a commit, after which the log is emptied: until then, it contains deleted data. */
export const usualEmptyAfter = 60_000
/** Pages of a log that another program keeps from being emptied, from which on the server says so; then at twice as many. */
const noticed = 250_000

interface Checkpoints {
  /** Call it after each commit, outside of a transaction. */
  committed(): void
  /**
   * Takes how many bytes of the disk are free: moving the log needs as many as it is long. One that has half of that is cut to nothing soon,
   * and one that comes to have more than that with the next commits at once, while everything waits.
   * @param isLow cuts it however long it is
   */
  cut(free: number, isLow: boolean): void
  /** Cuts the log now, while everything waits: the disk is full. */
  cutNow(): void
  /** Ends the thread. */
  close(): Promise<void>
}

/**
 * Keeps the log of a store small, and empties it a while after something was written.
 * @param db the connection that writes; it must not do it by itself (`wal_autocheckpoint`)
 * @param emptyAfter milliseconds after a commit
 * @param report called when another program reads for so long that the log grows large
 */
export function keepLogSmall(file: string, db: DatabaseSync, report: (error: Error) => void, emptyAfter: number): Checkpoints {
  const look = db.prepare('PRAGMA wal_checkpoint(NOOP)')
  /** Pages of the log, and how many of them were moved. */
  const pages = () => look.get() as { log: number; checkpointed: number }
  /** What was free at the last look at the disk, in bytes, and what the log had then. */
  let disk = { free: Number.POSITIVE_INFINITY, log: 0, checkpointed: 0 }
  let state: 'idle' | 'moving' | 'moved' = 'idle'
  let pass = 0
  /** Pages from which on they are moved the next time: more than usual while another program reads the pages that they replace. */
  let from = enough
  let notice = noticed
  let thread: Worker | undefined
  /** Without a thread, it is done here. */
  let threadless = false
  let idle: NodeJS.Timeout | undefined
  let emptying: NodeJS.Timeout | undefined

  function move(how: 'move' | 'empty' = 'move'): void {
    clearTimeout(idle)
    state = 'moving'
    pass++
    thread ??= start()
    thread.postMessage(how)
  }

  function onPass({ left: leftByIt, log }: { left: number; log: number }): void {
    if (leftByIt > few && pass < passes) {
      move()
      return
    }
    state = leftByIt === 0 ? 'idle' : 'moved'
    pass = 0
    if (log !== 0) emptySoon()
    from = leftByIt < enough ? enough : leftByIt + enough
    if (leftByIt < enough) notice = noticed
    else if (leftByIt >= notice) {
      notice = 2 * leftByIt
      report(new LogHeld(leftByIt))
    }
    idle = setTimeout(end, idleFor).unref()
  }

  function empty(): void {
    emptying = undefined
    // Much is written: the log begins anew in a moment, and is emptied after that.
    if (state === 'moving') emptySoon()
    else if (!threadless) move('empty')
    else emptyHere()
  }

  /** Whether the disk could soon no longer take what the log holds: then neither could it be cut, nor anything be deleted. */
  function isTight(log: number): boolean {
    // A log that begins anew was moved as a whole.
    const [grown, moved] = log < disk.log ? [disk.log - disk.checkpointed, 0] : [log - disk.log, disk.checkpointed]
    return (log - moved + grown) * pageBytes > disk.free
  }

  function emptyHere(): void {
    try {
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    } catch {
      // The disk is full or broken. Nothing is lost: pages that could not be moved stay in the log.
    }
  }

  function emptySoon(): void {
    emptying ??= setTimeout(empty, emptyAfter).unref()
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
      emptySoon()
      const { log, checkpointed } = pages()
      if (isTight(log)) return emptyHere()
      if (state === 'moving' || (state === 'idle' && log - checkpointed < from)) return
      if (state === 'idle' && !threadless) move()
      else {
        state = 'idle'
        db.exec('PRAGMA wal_checkpoint(PASSIVE)')
      }
    },
    cut(free, isLow) {
      disk = { free, ...pages() }
      const { log } = disk
      if (log === 0 || (!isLow && log * pageBytes < free / 2) || state === 'moving') return
      if (threadless) emptyHere()
      else move('empty')
    },
    cutNow: emptyHere,
    async close() {
      clearTimeout(idle)
      clearTimeout(emptying)
      const worker = end()
      if (worker) {
        worker.ref()
        // Also if it fails: the log is in order without it.
        await new Promise((resolve) => worker.once('exit', resolve))
      }
      // The last connection deletes it. If another program has one, it has at least nothing in it.
      emptyHere()
    },
  }
}

/** Another program has read the store for so long that its log has grown large. */
class LogHeld extends Error {
  override name = 'LogHeld'

  constructor(pages: number) {
    super(
      `Another program has been reading the database for long. Until it ends, the file ${storeFile}-wal grows; it has ${Math.round(pages / 1_000)} MB now.`,
    )
  }
}
