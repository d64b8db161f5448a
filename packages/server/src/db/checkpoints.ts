// Runs the checkpoints of SQLite, which move committed pages from its log (WAL) into its file, in a thread of their own: requests would
// wait for the disk meanwhile. See https://www.sqlite.org/wal.html#ckpt

import type { DatabaseSync, StatementSync } from 'node:sqlite'
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
  return new LogKeeper(file, db, report, emptyAfter)
}

/** Pages of the log, and how many of them were moved. */
interface Pages {
  log: number
  checkpointed: number
}

/** Decides when the log is moved, by the thread or, where that lags behind, by the connection that writes; and when it is emptied. */
class LogKeeper implements Checkpoints {
  readonly #db: DatabaseSync
  readonly #look: StatementSync
  readonly #mover: Mover
  readonly #report: (error: Error) => void
  readonly #emptyAfter: number
  /** What was free at the last look at the disk, in bytes, and what the log had then. */
  #disk: Pages & { free: number } = { free: Number.POSITIVE_INFINITY, log: 0, checkpointed: 0 }
  /** `moved`: the thread has left some pages, which the next commit moves. */
  #state: 'idle' | 'moving' | 'moved' = 'idle'
  #pass = 0
  /** Pages from which on they are moved the next time: more than usual while another program reads the pages that they replace. */
  #from = enough
  #notice = noticed
  #emptying: NodeJS.Timeout | undefined

  constructor(file: string, db: DatabaseSync, report: (error: Error) => void, emptyAfter: number) {
    this.#db = db
    this.#look = db.prepare('PRAGMA wal_checkpoint(NOOP)')
    this.#report = report
    this.#emptyAfter = emptyAfter
    const onExit = () => {
      this.#state = 'idle'
    }
    this.#mover = new Mover(file, (pass) => this.#onPass(pass), onExit)
  }

  committed(): void {
    this.#emptySoon()
    const { log, checkpointed } = this.#pages()
    if (isTight(log, this.#disk)) {
      this.cutNow()
      return
    }
    if (this.#state === 'moving' || (this.#state === 'idle' && log - checkpointed < this.#from)) return
    if (this.#state === 'idle' && !this.#mover.hasFailed) this.#move()
    else {
      this.#state = 'idle'
      this.#db.exec('PRAGMA wal_checkpoint(PASSIVE)')
    }
  }

  cut(free: number, isLow: boolean): void {
    const pages = this.#pages()
    this.#disk = { free, ...pages }
    if (pages.log === 0 || (!isLow && pages.log * pageBytes < free / 2) || this.#state === 'moving') return
    this.#empty()
  }

  cutNow(): void {
    try {
      this.#db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    } catch {
      // The disk is full or broken. Nothing is lost: pages that could not be moved stay in the log.
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#emptying)
    await this.#mover.close()
    // The last connection deletes it. If another program has one, it has at least nothing in it.
    this.cutNow()
  }

  #pages(): Pages {
    return this.#look.get() as unknown as Pages
  }

  #move(how: Move = 'move'): void {
    this.#state = 'moving'
    this.#pass++
    this.#mover.move(how)
  }

  #onPass({ left, log }: Pass): void {
    if (left > few && this.#pass < passes) {
      this.#move()
      return
    }
    this.#state = left === 0 ? 'idle' : 'moved'
    this.#pass = 0
    if (log !== 0) this.#emptySoon()
    this.#from = left < enough ? enough : left + enough
    if (left < enough) this.#notice = noticed
    else if (left >= this.#notice) {
      this.#notice = 2 * left
      this.#report(new LogHeld(left))
    }
    this.#mover.endSoon()
  }

  #emptySoon(): void {
    this.#emptying ??= setTimeout(() => {
      this.#emptying = undefined
      // Much is written: the log begins anew in a moment, and is emptied after that.
      if (this.#state === 'moving') this.#emptySoon()
      else this.#empty()
    }, this.#emptyAfter).unref()
  }

  #empty(): void {
    if (this.#mover.hasFailed) this.cutNow()
    else this.#move('empty')
  }
}

/** Whether the disk could soon no longer take what the log holds: then neither could it be cut, nor anything be deleted. */
function isTight(log: number, before: Pages & { free: number }): boolean {
  // A log that begins anew was moved as a whole.
  const [grown, moved] = log < before.log ? [before.log - before.checkpointed, 0] : [log - before.log, before.checkpointed]
  return (log - moved + grown) * pageBytes > before.free
}

type Move = 'move' | 'empty'

/** What a pass of the thread has left: pages that are not moved, and pages of the log. */
interface Pass {
  left: number
  log: number
}

/** The thread, which is started when it is needed and ended when it is idle. */
class Mover {
  /** Without a thread, the connection that writes does its work. */
  hasFailed = false
  readonly #file: string
  readonly #onPass: (pass: Pass) => void
  readonly #onExit: () => void
  #thread: Worker | undefined
  #idle: NodeJS.Timeout | undefined

  /** @param onExit called when it has ended by itself */
  constructor(file: string, onPass: (pass: Pass) => void, onExit: () => void) {
    this.#file = file
    this.#onPass = onPass
    this.#onExit = onExit
  }

  move(how: Move): void {
    clearTimeout(this.#idle)
    this.#thread ??= this.#start()
    this.#thread.postMessage(how)
  }

  /** Ends it unless it is needed soon. */
  endSoon(): void {
    this.#idle = setTimeout(() => this.#end(), idleFor).unref()
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle)
    const thread = this.#end()
    if (!thread) return
    thread.ref()
    // Also if it fails: the log is in order without it.
    await new Promise((resolve) => thread.once('exit', resolve))
  }

  #start(): Worker {
    const thread = new Worker(programPath('db/checkpoints-worker'), { workerData: this.#file, execArgv: [], env: {} })
    thread.unref()
    thread.on('message', this.#onPass)
    thread.on('error', () => {
      this.hasFailed = true
    })
    thread.on('exit', () => {
      if (this.#thread !== thread) return
      this.#thread = undefined
      this.#onExit()
    })
    return thread
  }

  #end(): Worker | undefined {
    const thread = this.#thread
    this.#thread = undefined
    thread?.off('message', this.#onPass)
    thread?.postMessage('end')
    return thread
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
