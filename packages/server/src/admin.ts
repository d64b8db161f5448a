// Runs commands for the administrator of a server on its store, whether the server runs or not.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { limits, normalizeEmail } from '@waypost/protocol'
import { type Config, ConfigError } from './config.ts'
import type { Db } from './db/db.ts'
import { openPostgres } from './db/postgres.ts'
import { DatabaseInUse } from './db/postgres-place.ts'
import { FolderInUse, openSqlite, storeFile } from './db/sqlite.ts'
import { durationText } from './http/throttle.ts'
import { resetAddress } from './identity/password-mails.ts'
import { createResetLink } from './identity/passwords.ts'

const usage = `Usage: npm start -- admin reset-link EMAIL

Makes a link with which the person with this email address sets a new password. It works once, within ${durationText(limits.resetLinkFor)}.`

/**
 * Runs a command.
 * @returns what to print
 * @throws ConfigError for wrong arguments and settings, Refusal, or the error of the store
 */
export async function runAdmin([command, email, ...more]: readonly string[], config: Config): Promise<string> {
  if (command !== 'reset-link' || email === undefined || more.length > 0) throw new ConfigError(usage)
  const db = await openStore(config)
  try {
    const secret = await db.write((tx) => createResetLink(tx, normalizeEmail(email)))
    return resetAddress(config.origin ?? `http://localhost:${config.port}`, secret)
  } finally {
    await db.close()
  }
}

/** Opens the store of the settings, beside a server that is using it. Only rows that servers do not cache may be written then. */
async function openStore({ data, databaseUrl }: Pick<Config, 'data' | 'databaseUrl'>): Promise<Db> {
  if (databaseUrl === undefined && !existsSync(join(data, storeFile)))
    throw new ConfigError(`There is no Waypost server in the folder ${data}. Set WAYPOST_DATA to its data folder.`)
  try {
    return databaseUrl === undefined ? openSqlite(data) : await openPostgres(databaseUrl, { alone: true })
  } catch (error) {
    if (error instanceof FolderInUse) return openSqlite(data, { beside: true })
    if (databaseUrl !== undefined && error instanceof DatabaseInUse) return openPostgres(databaseUrl, { beside: true })
    throw error
  }
}
