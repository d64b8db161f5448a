// Runs commands for the administrator on the server's store, whether or not the server is running.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { normalizeEmail, Refusal } from '@waypost/protocol'
import { anyAccount } from './account/rows.ts'
import { type AdminCommand, auditCommands } from './administration/commands.ts'
import { peopleCommands } from './administration/people-commands.ts'
import { type Config, ConfigError } from './config.ts'
import type { Db } from './db/db.ts'
import { DatabaseInUse } from './db/postgres-errors.ts'
import { openSqlite } from './db/sqlite.ts'
import { storeFile } from './db/sqlite-files.ts'
import { FolderInUse } from './db/sqlite-lock.ts'
import { durationText } from './http/rate-limits.ts'
import { replaceSetupLink, signUpAddress } from './invitation/rows.ts'
import { inviteCommands } from './invite/commands.ts'
import { openJobs } from './jobs/engine.ts'
import { operationCommands } from './operation/commands.ts'
import { removeFactors } from './sign-in/factors/remove.ts'
import { createResetLink } from './sign-in/local/passwords.ts'
import { resetAddress, resetLinkMilliseconds } from './sign-in/mails.ts'
import { createSignInLink, signInAddress } from './sign-in/sign-in-links.ts'

/** In the order listed. A feature adds its own table. */
const commands: Record<string, AdminCommand> = {
  'reset-link': {
    takes: 'EMAIL',
    does: `Makes a link to a new password for a person. It works once, within ${durationText(resetLinkMilliseconds)}.`,
    async run([email = ''], { config, db, origin }) {
      if (config.localSignIn === 'off')
        throw new Refusal('local_off', "This server doesn't use passwords. The command sign-in-link makes a link to sign in.")
      return resetAddress(origin, await db.write((tx) => createResetLink(tx, normalizeEmail(email), 'command line')))
    },
  },
  'sign-in-link': {
    takes: 'EMAIL',
    does: `Makes a link that signs in to the account of a person. It works once, within ${durationText(resetLinkMilliseconds)}.`,
    async run([email = ''], { db, origin }) {
      return signInAddress(origin, await db.write((tx) => createSignInLink(tx, normalizeEmail(email))))
    },
  },
  'remove-factors': {
    takes: 'EMAIL',
    does: 'Removes the one-time codes and passkeys of a person who has lost them.',
    async run([email = ''], { db, jobs, origin }) {
      const { codes, passkeys } = await db.write((tx) =>
        removeFactors({ jobs, origin }, tx, normalizeEmail(email), 'command line'),
      )
      return codes || passkeys > 0 ? 'Removed the one-time codes and passkeys.' : 'There were none to remove.'
    },
  },
  'setup-link': {
    takes: '',
    does: "Makes another link that creates the first account, the administrator's, and ends the earlier ones.",
    async run(_words, { db, origin }) {
      if (await anyAccount(db)) throw new Refusal('forbidden', 'This server already has an account.')
      return signUpAddress(origin, await db.write(replaceSetupLink))
    },
  },
  ...peopleCommands,
  ...inviteCommands,
  ...auditCommands,
  ...operationCommands,
}

/** Runs a command and returns what to print. @throws ConfigError for wrong arguments and settings, Refusal, or the error of the store */
export async function runAdmin([name = '', ...words]: readonly string[], config: Config): Promise<string> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new ConfigError(usage())
  const takes = command.takes.split(' ').filter((word) => word !== '')
  const least = takes.filter((word) => /^[A-Z]/.test(word)).length
  if (words.length < least || words.length > takes.length) throw new ConfigError(`Usage: ${lineOf(name, command)}`)
  const db = await openStore(config)
  try {
    // No jobs run here: the server runs them, now or when it starts.
    const jobs = openJobs({ db, alone: false, onError: console.error })
    return await command.run(words, { db, jobs, config, origin: config.origin ?? `http://localhost:${config.port}` })
  } finally {
    await db.close()
  }
}

const lineOf = (name: string, { takes, does }: AdminCommand) =>
  `npm start -- admin ${[name, takes].filter(Boolean).join(' ')}\n  ${does}`

function usage(): string {
  const lines = Object.entries(commands).map(([name, command]) => lineOf(name, command))
  return `Usage:\n\n${lines.join('\n\n')}`
}

/** Opens the store named by the settings while a server may be using it. Servers learn of changed accounts and tokens by a job. */
async function openStore({ data, databaseUrl }: Pick<Config, 'data' | 'databaseUrl'>): Promise<Db> {
  if (databaseUrl === undefined && !existsSync(join(data, storeFile)))
    throw new ConfigError(`There is no Waypost server in the folder ${data}. Set WAYPOST_DATA to its data folder.`)
  if (databaseUrl === undefined) {
    try {
      // A running server keeps its lock, so there's no point in waiting.
      return openSqlite(data, { lockFor: 0 })
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error
      return openSqlite(data, error.byServer ? { beside: true } : {})
    }
  }
  const { openPostgres } = await import('./db/postgres.ts')
  try {
    return await openPostgres(databaseUrl, { alone: true })
  } catch (error) {
    if (error instanceof DatabaseInUse) return openPostgres(databaseUrl, { beside: true })
    throw error
  }
}
