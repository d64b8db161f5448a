import type { PoolClient } from 'pg'
import type { Writer } from './db.ts'
import { LockedLate } from './postgres-errors.ts'
import { boxLock, Transaction } from './postgres-transaction.ts'

export type Work = (tx: Writer) => Promise<unknown>

/** A write, and how to tell whoever asked for it what became of it. */
export interface Waiting {
  work: Work
  boxes: readonly string[]
  keep(result: unknown): void
  fail(reason: unknown): void
}

/**
 * Runs work as one transaction.
 * @param boxes what is locked from the start, so that the work has its stamps at once
 * @param locks what else is; what the work asks for only later is added, and `LockedLate` thrown to do it again
 * @throws what the work throws, or what the first statement that failed said
 */
export async function transact(client: PoolClient, work: Work, boxes: readonly string[], locks: Set<string>): Promise<unknown> {
  const tx = new Transaction(client, new Set([...boxes.map(boxLock), ...locks]))
  const part = tx.part()
  try {
    if (boxes.length > 0) await tx.beginWith(boxes)
    const result = await work(part.writer)
    if (part.late.length > 0) throw new LockedLate()
    part.end()
    await tx.commit()
    return result
  } catch (reason) {
    part.end()
    await tx.rollback()
    for (const key of part.late) locks.add(key)
    throw part.late.length > 0 ? new LockedLate() : tx.reasonFor(reason)
  }
}

/** What became of a batch. */
export interface Written {
  /** Tells each write of it what became of that one. */
  settle: (() => void)[]
  /** Those that were not begun, because another node holds their boxes. */
  left: Waiting[]
}

/**
 * Runs works as one transaction, one after another: each sees what those before it wrote, as if they were apart.
 * @param wait whether to wait for boxes that other nodes hold
 * @throws when all has been taken back, because of one that failed after it had written
 */
export async function transactAll(client: PoolClient, batch: readonly Waiting[], wait: boolean): Promise<Written> {
  const boxes = [...new Set(batch.flatMap((waiting) => waiting.boxes))]
  const tx = new Transaction(client, boxes.map(boxLock))
  const written: Written = { settle: [], left: [] }
  try {
    let foreign: ReadonlySet<string> = new Set()
    if (wait) await tx.beginWith(boxes)
    else foreign = await tx.tryBeginWith(boxes)
    for (const waiting of batch) {
      if (waiting.boxes.some((box) => foreign.has(box))) written.left.push(waiting)
      else written.settle.push(await runIn(tx, waiting))
    }
    await tx.commit()
    return written
  } catch (reason) {
    await tx.rollback()
    throw tx.reasonFor(reason)
  }
}

/** Runs one work of several; answers how to tell what became of it. @throws what it throws after it has written */
async function runIn(tx: Transaction, { work, keep, fail }: Waiting): Promise<() => void> {
  const part = tx.part()
  try {
    const result = await work(part.writer)
    if (part.late.length > 0) throw new LockedLate()
    return () => keep(result)
  } catch (reason) {
    if (part.wrote || part.late.length > 0 || tx.failed) throw reason
    return () => fail(reason)
  } finally {
    part.end()
  }
}
