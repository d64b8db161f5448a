import * as v from 'valibot'
import { defineCall } from '../wire/call.ts'
import { seconds } from '../wire/field.ts'

export const getStorage = defineCall({
  name: 'getStorage',
  method: 'GET',
  path: '/v3/admin/storage',
  does: 'Returns what is stored in all and by the accounts that store most, and what the disk has left. For administrators only.',
  gives: v.object({
    files: v.object({ count: v.number(), bytes: v.number() }),
    /** Bytes of messages. */
    messages: v.number(),
    /** Unfinished uploads, and the bytes reserved for them. */
    unfinished: v.object({ count: v.number(), bytes: v.number() }),
    /** The disk of the data folder, if it stores anything. */
    disk: v.optional(v.object({ free: v.number(), size: v.number() })),
    accounts: v.array(
      v.object({
        iden: v.string(),
        email: v.string(),
        name: v.optional(v.string()),
        used: v.number(),
        /** Bytes that it may store; `null`: limited only by the disk. */
        most: v.nullable(v.number()),
      }),
    ),
  }),
  who: 'owner',
  scope: 'admin',
  operations: 20,
  refuses: ['forbidden'],
})

export const getVersion = defineCall({
  name: 'getVersion',
  method: 'GET',
  path: '/v3/admin/version',
  does: 'Returns the version of the server and of what it runs on, without secrets. For administrators only.',
  gives: v.object({
    version: v.number(),
    node: v.string(),
    system: v.string(),
    database: v.picklist(['SQLite', 'PostgreSQL']),
    bus: v.picklist(['memory', 'NATS']),
    files: v.picklist(['disk', 'S3']),
    mail: v.picklist(['SMTP', 'folder']),
    /** The newest migration of the database. */
    migration: v.string(),
    /** When the responding node was started. */
    started: seconds,
    /** HTTPS, if the server provides it itself. */
    https: v.optional(
      v.object({
        domain: v.string(),
        certificates: v.picklist(['ACME', 'files']),
        /** When the certificate of the responding node expires; missing before the first one. */
        ends: v.optional(seconds),
        /** The failure since that certificate was issued, in a sentence. */
        failure: v.optional(v.string()),
        /** When another certificate is requested after a failure. */
        retry: v.optional(v.number()),
      }),
    ),
    /** The phones of one account for which the responding node itself is the peer, if configured. */
    phones: v.optional(
      v.object({
        /** The address of the account. */
        account: v.optional(v.string()),
        running: v.boolean(),
        /** In a sentence. */
        problem: v.optional(v.string()),
      }),
    ),
    /** The nodes that responded in time. */
    nodes: v.array(v.object({ host: v.string(), version: v.number(), started: seconds })),
  }),
  who: 'owner',
  scope: 'admin',
  refuses: ['forbidden'],
})
