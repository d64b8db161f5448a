import { randomBytes } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { checkReads, checkWrites } from '../db/health.ts'
import type { Deps } from '../deps.ts'
import { privateFile } from '../private-files.ts'

/** Milliseconds for which the result of a check is reused. */
const cacheTime = 1_000
/** Larger than the free rest of blocks that are allocated already. */
const probe = randomBytes(2 ** 16)

/** Serves `GET /healthz`: checks that the database can be read and written, and the data folder where files are stored in it. */
export function serveHealth(http: FastifyInstance, { config, db }: Pick<Deps, 'config' | 'db'>): void {
  const inFolder = config.databaseUrl === undefined || config.s3 === undefined
  let lastCheck: { at: number; done: Promise<void> } | undefined

  async function checkStorage(): Promise<void> {
    await checkWrites(db)
    if (inFolder) await writeProbe(join(config.data, `health-${process.pid}.probe`))
  }

  http.get('/healthz', async () => {
    await checkReads(db)
    if (lastCheck === undefined || Date.now() - lastCheck.at >= cacheTime) lastCheck = { at: Date.now(), done: checkStorage() }
    await lastCheck.done
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
