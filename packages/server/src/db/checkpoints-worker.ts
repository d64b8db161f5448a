import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

// Moves pages from the log of a store into its file, and answers how many were written meanwhile.
const db = new DatabaseSync(workerData)
const look = db.prepare('PRAGMA wal_checkpoint(NOOP)')

parentPort?.on('message', (message: 'move' | 'end') => {
  if (message === 'end') {
    db.close()
    return parentPort?.close()
  }
  try {
    db.exec('PRAGMA wal_checkpoint(PASSIVE)')
  } catch {
    // The disk is full or broken. Nothing is lost: what is not moved stays in the log.
  }
  const { log, checkpointed } = look.get() as { log: number; checkpointed: number }
  parentPort?.postMessage(log - checkpointed)
})
