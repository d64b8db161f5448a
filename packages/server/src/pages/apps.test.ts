import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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
  serveApps(http, { companion: folder, extension: folder, signed: join(folder, 'signed') })
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
    serveApps(server, { companion: built, extension: join(built, 'none'), signed: join(built, 'none') })
    const index = (await server.inject('/apps/index.json')).json()
    const { version, files } = index
    expect(version).toBe('1.2.3')
    expect(index).not.toHaveProperty('extension')
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

test('the browser extension is listed beside the companion, whose clients know nothing of it, with what the administrator has signed', async () => {
  const base = mkdtempSync(join(tmpdir(), 'waypost-apps-'))
  const folders = { companion: join(base, 'companion'), extension: join(base, 'extension'), signed: join(base, 'data/extension') }
  const server = Fastify()
  try {
    for (const each of Object.values(folders)) mkdirSync(each, { recursive: true })
    writeFileSync(join(folders.companion, 'waypost.mjs'), '// program')
    writeFileSync(join(folders.companion, 'waypost.tgz'), 'package')
    writeFileSync(join(folders.companion, 'version.json'), '{"version":"1.2.3"}')
    writeFileSync(join(folders.extension, 'waypost-chromium.zip'), 'for chromium')
    writeFileSync(join(folders.extension, 'version.json'), '{"version":"4.5.6"}')
    serveApps(server, folders)
    expect((await server.inject('/apps/waypost-firefox.zip')).statusCode).toBe(503)
    expect((await server.inject('/apps/index.json')).json()).not.toHaveProperty('extension')

    writeFileSync(join(folders.extension, 'waypost-firefox.zip'), 'for firefox')
    const names = async () => {
      const { version, files, extension } = (await server.inject('/apps/index.json')).json()
      expect([version, files.map(({ name }: { name: string }) => name)]).toEqual(['1.2.3', ['waypost.mjs', 'waypost.tgz']])
      expect(extension.version).toBe('4.5.6')
      for (const { name, size, sha256 } of extension.files) {
        const { rawPayload } = await server.inject(`/apps/${name}`)
        expect([name, size, sha256]).toEqual([name, rawPayload.length, createHash('sha256').update(rawPayload).digest('hex')])
      }
      return extension.files.map(({ name }: { name: string }) => name)
    }
    expect(await names()).toEqual(['waypost-chromium.zip', 'waypost-firefox.zip'])
    const zip = await server.inject('/apps/waypost-chromium.zip')
    expect(zip.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="waypost-chromium.zip"',
      'x-content-type-options': 'nosniff',
    })

    for (const name of ['waypost-firefox.xpi', 'waypost-chromium.crx', 'firefox-updates.json', 'chromium-updates.xml'])
      expect((await server.inject(`/apps/${name}`)).statusCode).toBe(404)
    writeFileSync(join(folders.signed, 'waypost-firefox.xpi'), 'signed')
    writeFileSync(join(folders.signed, 'firefox-updates.json'), '{}')
    expect(await names()).toEqual(['waypost-chromium.zip', 'waypost-firefox.zip', 'waypost-firefox.xpi'])
    const xpi = await server.inject('/apps/waypost-firefox.xpi')
    expect(xpi.headers['content-type']).toBe('application/x-xpinstall')
    // With a content disposition, Firefox would save the file instead of installing it.
    expect(xpi.headers).not.toHaveProperty('content-disposition')
    expect((await server.inject('/apps/firefox-updates.json')).headers['content-type']).toBe('application/json; charset=utf-8')
    writeFileSync(join(folders.signed, 'waypost-firefox.xpi'), 'signed again')
    expect((await server.inject('/apps/waypost-firefox.xpi')).body).toBe('signed again')
  } finally {
    await server.close()
    rmSync(base, { recursive: true, force: true })
  }
})
