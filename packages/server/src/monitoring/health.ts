import { randomBytes } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { checkReads, checkWrites } from '../db/health.ts'
import type { Deps } from '../deps.ts'
import { privateFile } from '../private-files.ts'

/** Milliseconds from the start of one storage check to the next, and how long a good result is used. */
const checkEvery = 1_000
const goodFor = 5_000
/** Larger than the free space in already allocated blocks. */
const probe = randomBytes(2 ** 16)

/**
 * Serves `GET /healthz`: checks that the database can be read and written, and the data folder too if files are stored there. Writing takes
 * many turns of the event loop, so a response waits for it only if the last check was long ago or failed.
 */
export function serveHealth(http: FastifyInstance, { config, db }: Pick<Deps, 'config' | 'db'>): void {
  const inFolder = config.databaseUrl === undefined || config.s3 === undefined
  let last = Promise.resolve()
  let [isChecking, begun, good] = [false, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]

  async function checkStorage(): Promise<void> {
    await checkWrites(db)
    if (inFolder) await writeProbe(join(config.data, `health-${process.pid}.probe`))
  }

  async function checkNow(): Promise<void> {
    isChecking = true
    begun = performance.now()
    try {
      await checkStorage()
      good = performance.now()
    } catch (error) {
      good = Number.NEGATIVE_INFINITY
      throw error
    } finally {
      isChecking = false
    }
  }

  http.get('/healthz', async () => {
    await checkReads(db)
    if (!isChecking && performance.now() - begun >= checkEvery) {
      last = checkNow()
      last.catch(() => {})
    }
    if (performance.now() - good >= goodFor) await last
    return { status: 'ok' }
  })
}

async function writeProbe(path: string): Promise<void> {
  const file = await open(path, 'w', privateFile)
  try {
    await file.writeFile(probe)
    await file.sync()
  } finally {
    await file.close()
    await rm(path, { force: true })
  }
}
