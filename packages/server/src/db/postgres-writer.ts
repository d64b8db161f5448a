// Runs a write, or a batch of writes, as one PostgreSQL transaction.

import type { PoolClient } from 'pg'
import type { Writer } from './db.ts'
import { LockedLate } from './postgres-errors.ts'
import { boxLock, Transaction } from './postgres-transaction.ts'

type Work = (tx: Writer) => Promise<unknown>

/** A write, with the functions that settle its promise. */
export interface Waiting {
  work: Work
  boxes: readonly string[]
  keep(result: unknown): void
  fail(reason: unknown): void
}

/**
 * Runs work as one transaction.
 * @param boxes the boxes that are locked from the start, so that the work has its stamps at once
 * @param locks what else is; what the work asks for only later is added, and `LockedLate` thrown to do it again
 * @throws the error of the work, or of the first statement that failed
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

/** The result of a batch. */
export interface Written {
  /** Settles each write of the batch. */
  settle: (() => void)[]
  /** Writes that were not started, because another node holds their boxes. */
  left: Waiting[]
}

/**
 * Runs several writes as one transaction, one after another: each sees the changes of those before it.
 * @param wait whether to wait for boxes that other nodes hold
 * @throws when the transaction was rolled back, because a write failed after it had written
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

/** Runs one write of a batch and returns a function that settles it. @throws its error if it has written */
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
