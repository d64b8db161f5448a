import { createHash } from 'node:crypto'
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

test('a missing build is reported, and nothing else of the folder is served', async () => {
  const { statusCode, body } = await http.inject('/apps/waypost.tgz')
  expect([statusCode, body]).toEqual([503, 'The companion is not built. Run: npm run build'])
  expect((await http.inject('/apps/index.json')).statusCode).toBe(503)
  for (const url of ['/apps/other.mjs', '/apps/', '/apps/..%2fpackage.json'])
    expect((await http.inject(url)).statusCode).toBe(404)
})

test('GAP-068 downloads are listed with their version, size and the checksum of the served bytes', async () => {
  const built = mkdtempSync(join(tmpdir(), 'waypost-apps-'))
  const server = Fastify()
  try {
    writeFileSync(join(built, 'waypost.mjs'), '// program')
    writeFileSync(join(built, 'waypost.tgz'), 'package')
    writeFileSync(join(built, 'version.json'), '{"version":"1.2.3"}')
    serveApps(server, built)
    const { version, files } = (await server.inject('/apps/index.json')).json()
    expect(version).toBe('1.2.3')
    expect(files.map(({ name }: { name: string }) => name)).toEqual(['waypost.mjs', 'waypost.tgz'])
    for (const { name, size, sha256 } of files) {
      const { rawPayload } = await server.inject(`/apps/${name}`)
      expect({ size, sha256 }).toEqual({
        size: rawPayload.length,
        sha256: createHash('sha256').update(rawPayload).digest('hex'),
      })
    }
  } finally {
    await server.close()
    rmSync(built, { recursive: true, force: true })
  }
})
