// Runs the checkpoints of SQLite, which move committed pages from its log (WAL) into its file, in a separate thread, so that requests don't
// wait for the disk. See https://www.sqlite.org/wal.html#ckpt

import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { programPath } from '../assets.ts'
import { storeFile } from './sqlite-files.ts'

const pageBytes = 4_096 + 24
/** Log size in pages at which they are moved. A page written several times before that is moved once. */
const enough = 16_000
/** Log size in pages from which writes wait until the thread is done: on a busy machine they would outrun it, and the log would grow. */
const most = 4 * enough
/** Pages left to the writing thread: once none are left, the next write restarts the log. */
const few = 250
/** During concurrent writes, each pass of the thread leaves fewer pages than the previous one. */
const passes = 4
/** Milliseconds after which an idle thread is stopped. */
const idleFor = 10_000
/** Milliseconds from a commit until the log is emptied; until then it contains deleted data. */
export const usualEmptyAfter = 60_000
/** Log size in pages at which the server reports that another program keeps the log from being emptied; again at every doubling. */
const noticed = 250_000

interface Checkpoints {
  /**
   * Call it after each commit, outside of a transaction.
   * @returns a promise if the log is long: the next transaction has to wait for it
   */
  committed(): Promise<void> | undefined
  /**
   * Takes the free disk space in bytes: moving the log needs as much space as its length. A log of half the free space is truncated soon; a
   * log that would exceed half with the next commits is truncated at once, while everything waits.
   * @param isLow truncates it regardless of its length
   */
  cut(free: number, isLow: boolean): void
  /** Truncates the log now, while everything waits, because the disk is full. */
  cutNow(): void
  close(): Promise<void>
}

/**
 * Keeps the log of a store small, and empties it `emptyAfter` milliseconds after a write.
 * @param db the connection that writes; its own checkpoints (`wal_autocheckpoint`) must be off
 * @param report called when another program reads for so long that the log grows large
 */
export function keepLogSmall(file: string, db: DatabaseSync, report: (error: Error) => void, emptyAfter: number): Checkpoints {
  return new LogKeeper(file, db, report, emptyAfter)
}

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
  #disk: Pages & { free: number } = { free: Number.POSITIVE_INFINITY, log: 0, checkpointed: 0 }
  /** `moved`: the thread has left some pages, which the next commit moves. */
  #state: 'idle' | 'moving' | 'moved' = 'idle'
  #pass = 0
  /** Log size in pages at which they are next moved: larger than usual while another program reads the pages they replace. */
  #from = enough
  #notice = noticed
  #emptying: NodeJS.Timeout | undefined
  /** Lets the writes go on that wait for the thread. */
  #goOn = () => {}

  constructor(file: string, db: DatabaseSync, report: (error: Error) => void, emptyAfter: number) {
    this.#db = db
    this.#look = db.prepare('PRAGMA wal_checkpoint(NOOP)')
    this.#report = report
    this.#emptyAfter = emptyAfter
    const onExit = () => {
      this.#state = 'idle'
      this.#goOn()
    }
    this.#mover = new Mover(file, (pass) => this.#onPass(pass), onExit)
  }

  committed(): Promise<void> | undefined {
    this.#emptySoon()
    const { log, checkpointed } = this.#pages()
    if (isTight(log, this.#disk)) this.cutNow()
    else if (this.#state === 'moving') return log < most ? undefined : this.#moved()
    else if (this.#state === 'moved' || (log - checkpointed >= this.#from && this.#mover.hasFailed)) {
      this.#state = 'idle'
      this.#db.exec('PRAGMA wal_checkpoint(PASSIVE)')
    } else if (log - checkpointed >= this.#from) this.#move()
    return undefined
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
    // The last connection deletes the log. If another program has one open, the log is at least empty.
    this.cutNow()
  }

  #pages(): Pages {
    return this.#look.get() as unknown as Pages
  }

  /** Resolves when the thread is done. Without writes, the pass after the current one leaves nothing that it can move. */
  #moved(): Promise<void> {
    this.#pass = Math.min(this.#pass, passes - 1)
    this.#mover.keepProgram(true)
    return new Promise((resolve) => {
      this.#goOn = () => {
        this.#mover.keepProgram(false)
        resolve()
      }
    })
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
    this.#goOn()
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
      // During heavy writes, the log restarts in a moment and is emptied after that.
      if (this.#state === 'moving') this.#emptySoon()
      else this.#empty()
    }, this.#emptyAfter).unref()
  }

  #empty(): void {
    if (this.#mover.hasFailed) this.cutNow()
    else this.#move('empty')
  }
}

/** Whether the disk might soon lack room for the contents of the log: then it couldn't be truncated, and nothing could be deleted. */
function isTight(log: number, before: Pages & { free: number }): boolean {
  // A log that restarts was moved completely.
  const [grown, moved] = log < before.log ? [before.log - before.checkpointed, 0] : [log - before.log, before.checkpointed]
  return (log - moved + grown) * pageBytes > before.free
}

type Move = 'move' | 'empty'

interface Pass {
  left: number
  log: number
}

/** The thread that moves the log: started when it is needed, ended when it is idle. */
class Mover {
  /** Without a thread, the connection that writes does its work. */
  hasFailed = false
  readonly #file: string
  readonly #onPass: (pass: Pass) => void
  readonly #onExit: () => void
  #thread: Worker | undefined
  #idle: NodeJS.Timeout | undefined

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

  /** Whether the program keeps running for the thread, even if it has nothing else to do. */
  keepProgram(keeps: boolean): void {
    if (keeps) this.#thread?.ref()
    else this.#thread?.unref()
  }

  endSoon(): void {
    this.#idle = setTimeout(() => this.#end(), idleFor).unref()
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle)
    const thread = this.#end()
    if (!thread) return
    thread.ref()
    // Even if it fails: the store is consistent without it.
    await new Promise((resolve) => thread.once('exit', resolve))
  }

  #start(): Worker {
    const thread = new Worker(programPath('db/checkpoints-worker'), { workerData: this.#file, execArgv: [], env: {} })
    thread.on('message', this.#onPass)
    // After the listener, which would make the program wait for it again.
    thread.unref()
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

class LogHeld extends Error {
  override name = 'LogHeld'

  constructor(pages: number) {
    super(
      `Another program has been reading the database for long. Until it ends, the file ${storeFile}-wal grows; it has ${Math.round(pages / 1_000)} MB now.`,
    )
  }
}
