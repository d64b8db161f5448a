import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createBackup, getBackups, Refusal } from '@waypost/protocol'
import type { FastifyInstance } from 'fastify'
import { audit, lastOf } from '../audit/rows.ts'
import { toSeconds } from '../change.ts'
import { storeFile } from '../db/sqlite-files.ts'
import type { Deps } from '../deps.ts'
import { type Handler, handle } from '../http/http.ts'
import { clientKey } from '../tokens.ts'
import { backupOf, removeLeftCopies } from './backup.ts'
import { filesStored } from './rows.ts'

/** Milliseconds for which a download link is valid. */
const linkFor = 60_000
const path = '/v3/admin/backup/'

/** A requested download. A server with the embedded database has only one node, so memory is enough. */
interface Wanted {
  /** The data folder of the server, because tests run several in one process. */
  folder: string
  files: boolean
  until: number
}

/** Downloads by the secret in their link. */
const wanted = new Map<string, Wanted>()

export function backupCalls({ config, db, origin, log }: Deps): Handler[] {
  const embedded = config.databaseUrl === undefined

  return [
    handle(getBackups, async () => {
      const last = await lastOf(db, 'backup')
      const { files } = await filesStored(db)
      return {
        database: embedded ? ('SQLite' as const) : ('PostgreSQL' as const),
        files: config.s3 === undefined ? ('disk' as const) : ('S3' as const),
        folder: config.data,
        ...(embedded && { database_bytes: (await stat(join(config.data, storeFile))).size }),
        file_bytes: files.bytes,
        ...(last && { last: toSeconds(last.created), ...(last.admin_email !== null && { by: last.admin_email }) }),
      }
    }),
    handle(createBackup, async ({ files = true }, { caller }) => {
      // A token with only the scope `admin` would get what every other scope protects.
      if (!caller.scopes.includes('everything')) throw new Refusal('forbidden', 'This token may not make a backup.')
      if (!embedded) throw new Refusal('no_backup')
      const secret = clientKey()
      await db.write((tx) => audit(tx, { act: 'backup', by: caller.account, details: { files } }))
      log.warn({ admin: caller.account.iden }, 'An administrator downloads a backup.')
      for (const [old, { until }] of wanted) if (until < Date.now()) wanted.delete(old)
      wanted.set(secret, { folder: config.data, files: files && config.s3 === undefined, until: Date.now() + linkFor })
      return { url: `${origin()}${path}${secret}` }
    }),
  ]
}

/** Serves requested downloads, and removes leftovers of earlier ones. */
export function serveBackups(http: FastifyInstance, { config, log }: Deps): void {
  if (config.databaseUrl === undefined)
    removeLeftCopies(config.data).catch((error) => log.warn(error, 'A copy of the database could not be removed.'))
  http.get(`${path}:secret`, { exposeHeadRoute: false }, async (request, reply) => {
    const { secret } = request.params as { secret: string }
    const found = wanted.get(secret)
    if (found?.folder === config.data) wanted.delete(secret)
    if (found?.folder !== config.data || found.until < Date.now()) throw new Refusal('link_expired')
    const day = new Date().toISOString().slice(0, 10)
    reply.headers({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="waypost-backup-${day}.zip"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    return reply.send(await backupOf(config.data, { files: found.files }))
  })
}
