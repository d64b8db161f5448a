import { startApp } from '../app.ts'
import { readConfig } from '../config.ts'
import type { Db } from '../db/db.ts'

// A server that kills itself in the middle of a post: after TEST_CUT_OFF_AFTER of its slices are committed, and before the next.

const committed = Number(process.env.TEST_CUT_OFF_AFTER)
const { db, origin } = await startApp(readConfig(process.env))
const write: Db['write'] = db.write.bind(db)
let slices = 0
db.write = (work, boxes, options) => {
  // Only slices specify whether they wait for the disk.
  if (options?.flush === undefined) {
    // After the first slice nothing else is written, because every other write would flush all earlier slices to disk.
    return slices === 0 ? write(work, boxes, options) : new Promise(() => {})
  }
  if (slices === committed) process.kill(process.pid, 'SIGKILL')
  if (slices === 0) {
    // The clock stands still, so no later slice waits for the disk, however long it takes.
    const now = Date.now()
    Date.now = () => now
  }
  slices++
  return write(work, boxes, options)
}
console.log(`Waypost is ready at ${origin}`)
