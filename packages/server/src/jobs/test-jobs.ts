import { afterEach, beforeEach } from 'vitest'
import type { Db } from '../db/db.ts'
import { openJobs } from './engine.ts'
import type { Jobs } from './jobs.ts'
import type { JobRow } from './rows.ts'

export const minute = 60_000_000
export const hour = 60 * minute

/** Opens a fresh store before each test of a `describe`, and stops its nodes afterwards. `open` runs all migrations. */
export function jobsOn(open: () => Promise<Db> | Db) {
  let db: Db
  let nodes: Jobs[]
  const errors: { error: unknown; type: string; final: boolean }[] = []
  beforeEach(async () => {
    db = await open()
    nodes = []
    errors.length = 0
  })
  afterEach(async () => {
    for (const node of nodes) await node.stop()
    await db.close()
  })

  return {
    db: () => db,
    errors,
    /** Another process on the same store. */
    node(alone = false, store = db): Jobs {
      const jobs = openJobs({ db: store, alone, onError: (error, type, final) => errors.push({ error, type, final }) })
      nodes.push(jobs)
      return jobs
    },
    /** Leaves all nodes as a crash does: they are not stopped after the test. */
    abandonNodes() {
      nodes = []
    },
    ask: (jobs: Jobs, job: Parameters<Jobs['add']>[1]) => db.write((tx) => jobs.add(tx, job)),
    rows: () => db.all<JobRow>('SELECT * FROM job ORDER BY iden'),
    record(jobs: Jobs, type = 'note'): unknown[] {
      const done: unknown[] = []
      jobs.handle(type, async (payload) => void done.push(payload))
      return done
    },
  }
}
