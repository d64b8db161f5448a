import { randomBytes } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { Client } from 'pg'
import { readConfig } from './config.ts'
import { type Bucket, S3Wire } from './files/s3-wire.ts'

/**
 * Settings for a test server on the large engines that `npm run test:engines` has started and announced in the environment: with its own
 * schema, bus prefix and folder in the bucket, which are removed with the engines. Undefined if none were started.
 */
export async function freshEngines(): Promise<Record<string, string> | undefined> {
  const { WAYPOST_TEST_DATABASE_URL: postgres, WAYPOST_TEST_NATS_URL: nats, WAYPOST_TEST_S3_ENDPOINT: s3 } = process.env
  if (!postgres || !nats || !s3) return undefined
  const name = `test_${randomBytes(6).toString('hex')}`
  const environment = {
    WAYPOST_DATABASE_URL: await freshSchema(postgres, name),
    WAYPOST_NATS_URL: `${nats}/${name}`,
    WAYPOST_S3_ENDPOINT: s3,
    WAYPOST_S3_BUCKET: `${process.env.WAYPOST_TEST_S3_BUCKET}/${name}`,
    WAYPOST_S3_KEY: process.env.WAYPOST_TEST_S3_KEY ?? '',
    WAYPOST_S3_SECRET: process.env.WAYPOST_TEST_S3_SECRET ?? '',
  }
  await makeBucket(readConfig(environment).s3 as Bucket)
  return environment
}

/** A schema instead of a database, because it takes a twentieth of the time. */
async function freshSchema(server: string, name: string): Promise<string> {
  const client = new Client(server)
  await client.connect()
  await client.query(`CREATE SCHEMA ${name}`)
  await client.end()
  const url = new URL(server)
  url.searchParams.set('options', `-c search_path=${name}`)
  return url.href
}

const noted = new Set<string>()

/** Records for `npm run test:engines` the calls that a server `has` and those that it `made` without a refusal: each must be made. */
export function noteCall(what: 'has' | 'made', name: string): void {
  const file = process.env.WAYPOST_TEST_CALLS
  const line = `${what} ${name}\n`
  if (!file || noted.has(line)) return
  noted.add(line)
  appendFileSync(file, line)
}

async function makeBucket(bucket: Bucket): Promise<void> {
  const wire = new S3Wire(bucket)
  // Usually it exists, and the store refuses.
  await wire.tell('PUT', undefined).catch(() => {})
  await wire.close()
}
