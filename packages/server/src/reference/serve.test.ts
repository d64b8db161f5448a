import { mkdirSync, mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { serveReference } from './serve.ts'

test('a document that could not be read once, e.g. as too many files were open, is there for the next request', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-reference-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const built = join(folder, 'openapi.json')
  // A folder in its place cannot be read.
  mkdirSync(built)
  const http = Fastify()
  serveReference(http, [], () => 'https://example.org', built)
  const statuses = async () => [
    (await http.inject({ url: '/openapi.json' })).statusCode,
    (await http.inject({ url: '/docs/api' })).statusCode,
  ]
  expect(await statuses()).toEqual([500, 500])
  rmdirSync(built)
  const info = { title: 'Waypost', version: '1', description: '' }
  const document = { openapi: '3.1.0', info, paths: {}, components: { schemas: {} }, tags: [] }
  writeFileSync(built, JSON.stringify({ calls: [], document }))
  expect(await statuses()).toEqual([200, 200])
  await http.close()
})
