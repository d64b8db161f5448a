import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

// Moves pages from the log of a store into its file, and answers how many pages the log has and how many are left. `empty` also truncates
// the log if no other connection needs it.
const db = new DatabaseSync(workerData)
const look = db.prepare('PRAGMA wal_checkpoint(NOOP)')
// Writes wait meanwhile.
db.exec('PRAGMA busy_timeout = 50')

parentPort?.on('message', (message: 'move' | 'empty' | 'end') => {
  if (message === 'end') {
    db.close()
    return parentPort?.close()
  }
  try {
    db.exec('PRAGMA wal_checkpoint(PASSIVE)')
    if (message === 'empty') db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch {
    // The disk is full or broken. Nothing is lost: pages that could not be moved stay in the log.
  }
  const { log, checkpointed } = look.get() as { log: number; checkpointed: number }
  parentPort?.postMessage({ left: log - checkpointed, log })
})
