// Handles the calls of administrators on the storage and the version of the server.

import { statfs } from 'node:fs/promises'
import { arch, platform, release } from 'node:os'
import { appVersion, type Gives, getStorage, getVersion } from '@waypost/protocol'
import { microseconds } from '../change.ts'
import { newestMigration } from '../db/migrations/migrations.ts'
import type { Deps } from '../deps.ts'
import { type Handler, handle } from '../http/http.ts'
import { filled } from '../objects.ts'
import { findStanding } from '../plan/rows.ts'
import { allowedBy } from '../plan/rules.ts'
import { filesStored, largestAccounts, messagesStored } from './rows.ts'

const largest = 25
/** Milliseconds for which the storage total is cached: computing it reads every row. */
const cacheTime = 15_000

export function serverCalls({ config, db, mail, nodes, phones, settings, tls }: Deps): Handler[] {
  let measured: { at: number; stored: ReturnType<typeof measure> } | undefined

  async function measure() {
    return {
      ...(await filesStored(db)),
      messages: await messagesStored(db),
      largest: await largestAccounts(db, largest),
    }
  }

  async function limitOf(account: string): Promise<number | null> {
    const { storageBytes } = allowedBy(settings.now, await findStanding(db, account), microseconds())
    return storageBytes === Number.POSITIVE_INFINITY ? null : storageBytes
  }

  async function disk(): Promise<{ free: number; size: number } | undefined> {
    if (config.databaseUrl !== undefined && config.s3 !== undefined) return undefined
    const { bavail, blocks, bsize } = await statfs(config.data)
    return { free: bavail * bsize, size: blocks * bsize }
  }

  return [
    handle(getStorage, async () => {
      if (measured === undefined || Date.now() - measured.at > cacheTime) {
        const stored = measure()
        measured = { at: Date.now(), stored }
        stored.catch(() => {
          measured = undefined
        })
      }
      const { files, unfinished, messages, largest } = await measured.stored
      const accounts = largest.map(async ({ iden, email, name, bytes }) => ({
        iden,
        email,
        ...filled({ name }),
        used: Number(bytes),
        most: await limitOf(iden),
      }))
      const space = await disk()
      return { files, unfinished, messages, ...(space && { disk: space }), accounts: await Promise.all(accounts) }
    }),
    handle(
      getVersion,
      async (): Promise<Gives<typeof getVersion>> => ({
        version: appVersion,
        node: process.version,
        system: `${platform()} ${release()} ${arch()}`,
        database: config.databaseUrl === undefined ? 'SQLite' : 'PostgreSQL',
        bus: config.natsUrl === undefined ? 'memory' : 'NATS',
        files: config.s3 === undefined ? 'disk' : 'S3',
        mail: mail.about.way === 'smtp' ? 'SMTP' : 'folder',
        migration: newestMigration(db.engine),
        ...(tls && { https: httpsObject(tls.state()) }),
        ...(phones && { phones: phonesObject(phones.state()) }),
        started: nodes.self.started,
        nodes: await nodes.ask(),
      }),
    ),
  ]
}

function phonesObject({ account, running, problem }: ReturnType<NonNullable<Deps['phones']>['state']>) {
  return { running, ...filled({ account, problem }) }
}

type TlsState = ReturnType<NonNullable<Deps['tls']>['state']>

function httpsObject({ domain, source, ends, failure }: TlsState): Gives<typeof getVersion>['https'] {
  const seconds = (milliseconds: number | undefined) => milliseconds && Math.floor(milliseconds / 1_000)
  const certificates = source === 'acme' ? 'ACME' : 'files'
  return { domain, certificates, ...filled({ ends: seconds(ends), failure: failure?.sentence, retry: seconds(failure?.next) }) }
}
