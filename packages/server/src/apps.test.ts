import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveApps } from './apps.ts'

const folder = mkdtempSync(join(tmpdir(), 'waypost-apps-'))
const http = Fastify()
beforeAll(() => {
  writeFileSync(join(folder, 'waypost.mjs'), '// program')
  writeFileSync(join(folder, 'other.mjs'), '// not handed out')
  serveApps(http, folder)
})
afterAll(async () => {
  await http.close()
  rmSync(folder, { recursive: true, force: true })
})

test('GAP-068 the companion is handed out as a download, and sent once as long as it is the same', async () => {
  const { statusCode, headers, body } = await http.inject('/apps/waypost.mjs')
  expect({ statusCode, body }).toEqual({ statusCode: 200, body: '// program' })
  expect(headers).toMatchObject({
    'content-disposition': 'attachment; filename="waypost.mjs"',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-cache',
  })
  const again = await http.inject({ url: '/apps/waypost.mjs', headers: { 'if-none-match': String(headers.etag) } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  expect((await http.inject({ url: '/apps/waypost.mjs', method: 'HEAD' })).statusCode).toBe(200)
})

test('what is not built is told, and nothing else of the folder is handed out', async () => {
  const { statusCode, body } = await http.inject('/apps/waypost.tgz')
  expect([statusCode, body]).toEqual([503, 'The companion is not built. Run: npm start'])
  for (const url of ['/apps/other.mjs', '/apps/', '/apps/..%2fpackage.json'])
    expect((await http.inject(url)).statusCode).toBe(404)
})
