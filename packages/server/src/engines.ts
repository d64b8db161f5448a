// Opens the configured database, bus and file store. Only the chosen engines are loaded, because they and their libraries are large.

import { join } from 'node:path'
import type { Bus } from './bus/bus.ts'
import { busInMemory } from './bus/memory.ts'
import { type Config, ConfigError } from './config.ts'
import type { Db } from './db/db.ts'
import { DatabaseInUse, whyNotOpened } from './db/postgres-errors.ts'
import { openSqlite } from './db/sqlite.ts'
import { openDisk } from './files/disk.ts'
import type { Files } from './files/files.ts'

interface Engines {
  db: Db
  bus: Bus
  files: Files
  close(): Promise<void>
}

/**
 * Opens the configured engines. Later errors that no caller sees go to `onError`.
 * @throws ConfigError, FolderInUse, or the error of the file system
 */
export async function openEngines(config: Config, onError: (error: unknown) => void): Promise<Engines> {
  const opened: { close(): Promise<void> }[] = []
  const keep = <E extends { close(): Promise<void> }>(engine: E): E => {
    opened.push(engine)
    return engine
  }
  // The bus closes last, after the messages of the last writes are published.
  const close = async () => {
    for (const engine of opened.toReversed()) await engine.close()
  }
  try {
    const bus = keep(config.natsUrl ? await reachNats(config.natsUrl, onError) : busInMemory(onError))
    const db = keep(
      config.databaseUrl
        ? await reachPostgres(config.databaseUrl, !config.natsUrl, onError)
        : openSqlite(config.data, { report: onError }),
    )
    const files = keep(config.s3 ? await reachS3(config.s3) : await openDisk(join(config.data, 'files')))
    return { db, bus, files, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function reachPostgres(url: string, alone: boolean, onError: (error: unknown) => void): Promise<Db> {
  const { openPostgres } = await import('./db/postgres.ts')
  try {
    return await openPostgres(url, { alone, onError })
  } catch (cause) {
    const { host, pathname } = new URL(url)
    if (cause instanceof DatabaseInUse) {
      throw new ConfigError(
        `The database ${host}${pathname} is in use by another Waypost node. Set WAYPOST_NATS_URL for each of them, or stop the other one.`,
        { cause },
      )
    }
    const why = whyNotOpened(cause)
    if (why === undefined) throw cause
    throw new ConfigError(`The database ${host}${pathname} cannot be used: ${why}. Mend that, or correct WAYPOST_DATABASE_URL.`, {
      cause,
    })
  }
}

async function reachNats(url: string, onError: (error: unknown) => void): Promise<Bus> {
  const { openNats } = await import('./bus/nats.ts')
  try {
    return await openNats(url, onError)
  } catch (cause) {
    const hosts = url.split(',').map((part) => new URL(part.trim()).host)
    throw new ConfigError(
      `NATS at ${hosts.join(', ')} cannot be used: ${wordsOf(cause)}. Start it, or correct WAYPOST_NATS_URL.`,
      { cause },
    )
  }
}

async function reachS3(bucket: NonNullable<Config['s3']>): Promise<Files> {
  const [{ openS3 }, { S3Error }] = await Promise.all([import('./files/s3.ts'), import('./files/s3-wire.ts')])
  try {
    return await openS3(bucket)
  } catch (cause) {
    const at = `the bucket ${bucket.bucket} at ${bucket.endpoint}`
    const status = cause instanceof S3Error ? cause.status : undefined
    if (status === 404) throw new ConfigError(`There is no ${at.slice(4)}. Make it, or correct WAYPOST_S3_BUCKET.`, { cause })
    if (status === 403)
      throw new ConfigError(`WAYPOST_S3_KEY and WAYPOST_S3_SECRET do not open ${at}. Correct them, or allow the key to use it.`, {
        cause,
      })
    throw new ConfigError(`The file store cannot be used: ${at} answers ${wordsOf(cause)}. Correct WAYPOST_S3_ENDPOINT.`, {
      cause,
    })
  }
}

function wordsOf(error: unknown): string {
  const { code, message, cause } = error as NodeJS.ErrnoException
  if (cause !== undefined) return wordsOf(cause)
  return (code && /^E[A-Z]+$/.test(code) ? code : message.replace(/\.$/, '')) || 'no answer'
}
