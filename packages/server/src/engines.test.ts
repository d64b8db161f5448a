import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { openEngines } from './engines.ts'

const data = mkdtempSync(join(tmpdir(), 'waypost-engines-'))
afterAll(() => rmSync(data, { recursive: true, force: true }))

// Nothing listens on port 9.
const postgres = { WAYPOST_DATABASE_URL: 'postgres://me:secret@127.0.0.1:9/waypost' }
const s3 = { WAYPOST_S3_BUCKET: 'files', WAYPOST_S3_KEY: 'key', WAYPOST_S3_SECRET: 'secret' }

test('where nothing is said everything is kept in the data folder', async () => {
  const engines = await openEngines(readConfig({ WAYPOST_DATA: data }), console.error)
  expect(existsSync(join(data, 'waypost.db'))).toBe(true)
  expect(existsSync(join(data, 'files'))).toBe(true)
  await engines.close()
})

test.each([
  [
    postgres,
    /^The database 127\.0\.0\.1:9\/waypost cannot be used: it cannot be reached \(ECONNREFUSED\)\. .+ WAYPOST_DATABASE_URL\.$/,
  ],
  [
    { ...postgres, WAYPOST_NATS_URL: 'nats://me:secret@127.0.0.1:9' },
    /^NATS at 127\.0\.0\.1:9 cannot be used: .+ WAYPOST_NATS_URL\.$/,
  ],
  [
    { ...s3, WAYPOST_S3_ENDPOINT: 'http://127.0.0.1:9' },
    /^The file store cannot be used: .+ ECONNREFUSED\. .+ WAYPOST_S3_ENDPOINT\.$/,
  ],
])('an engine that cannot be reached is named in one sentence, without its password', async (environment, sentence) => {
  const failing = openEngines(readConfig({ WAYPOST_DATA: data, ...environment }), console.error)
  await expect(failing).rejects.toThrow(ConfigError)
  await expect(failing).rejects.toThrow(sentence)
  await expect(failing).rejects.not.toThrow('secret')
  // The engines that were opened before are closed: the folder is free again.
  await (await openEngines(readConfig({ WAYPOST_DATA: data }), console.error)).close()
})
