import * as v from 'valibot'
import { defineCall } from '../wire/call.ts'
import { flag, seconds } from '../wire/field.ts'

export const getBackups = defineCall({
  name: 'getBackups',
  method: 'GET',
  path: '/v3/admin/backups',
  does: 'Returns what a backup of the server consists of, and when one was last downloaded. For administrators only.',
  gives: v.object({
    database: v.picklist(['SQLite', 'PostgreSQL']),
    files: v.picklist(['disk', 'S3']),
    folder: v.string(),
    database_bytes: v.optional(v.number()),
    file_bytes: v.number(),
    last: v.optional(seconds),
    by: v.optional(v.string()),
  }),
  who: 'owner',
  scope: 'admin',
  operations: 2,
  refuses: ['forbidden'],
})

export const createBackup = defineCall({
  name: 'createBackup',
  method: 'POST',
  path: '/v3/admin/backup',
  does:
    'Returns a link to a backup of the whole server, as a zip file with everything that people sent. It works once, within a minute. For ' +
    'administrators with an elevated session, and only where the database is embedded.',
  takes: v.object({ files: v.optional(flag) }),
  gives: v.object({ url: v.string() }),
  who: 'session',
  scope: 'admin',
  refuses: ['forbidden', 'elevation_needed', 'no_backup'],
})
