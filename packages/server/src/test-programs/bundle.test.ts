import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { allPushes, call, programs, signUp } from '../test-program.ts'

// The server as bundled for `npm start`. All other tests run the sources.

const main = join(import.meta.dirname, '../../dist/main.mjs')
const { root, run, close } = programs(main)
const site = createServer((request, response) =>
  request.url === '/feed'
    ? response.end(
        '<rss version="2.0"><channel><title>Site</title><item><title>News</title><link>/1</link></item></channel></rss>',
      )
    : response.setHeader('content-type', 'text/html').end('<title>A page</title><meta name="description" content="About">'),
)
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
const address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
afterAll(async () => {
  close()
  await new Promise((resolve) => site.close(resolve))
})

test('the bundle does everything that it loads code or files for when it is needed', async () => {
  const server = run('whole', { WAYPOST_FETCH_PRIVATE: 'allow', WAYPOST_PREVIEWS: 'on' })
  const origin = await server.ready
  // Passwords: native code, and the list of common ones.
  const weak = await call(origin, '/provider/local/sign-up', undefined, { email: 'a@example.org', password: 'Sunshine2024!' })
  expect([weak.status, weak.body.error?.code]).toEqual([400, 'password_weak'])
  const token = await signUp(origin)
  const ask = (path: string, body?: object) => call(origin, path, token, body)
  expect((await ask('/provider/passkey/sign-in-options', {})).body.options.challenge).toBeTypeOf('string')
  expect((await ask('/v2/channel-feed', { feed_url: `${address}/feed` })).body).toEqual({ item_count: 1 })
  await ask('/v2/pushes', { type: 'link', url: `${address}/page` })
  await vi.waitFor(async () => expect((await allPushes(origin, token))[0]?.preview).toMatchObject({ title: 'A page' }))
  await ask('/v2/pushes', { type: 'note', body: 'hi', email: 'b@example.org' })
  const mail = join(root, 'whole', 'mail')
  await vi.waitFor(() => expect(existsSync(mail) && readdirSync(mail).some((name) => name.endsWith('.eml'))).toBe(true))
  const text = async (path: string) => (await fetch(origin + path)).text()
  const { servers, paths } = (await call(origin, '/openapi.json', undefined)).body
  expect([servers, Object.keys(paths['/v2/pushes']).sort()]).toEqual([[{ url: origin }], ['delete', 'get', 'post']])
  const { document } = JSON.parse(readFileSync(join(main, '../reference/openapi.json'), 'utf8'))
  expect(document.paths['/v2/pushes']).toEqual(paths['/v2/pushes'])
  expect(await text('/docs/api')).toContain('<h1>')
  expect(await text('/docs/api.css')).toContain('{')
  expect(await text('/metrics')).toContain('waypost_pushes_created_total 2\n')
  const command = run('whole', {}, ['admin', 'people'])
  expect([await command.exited, command.output()]).toEqual([0, expect.stringContaining('a@example.org')])
  server.child.kill('SIGTERM')
  expect([await server.exited, server.output().split('\n').length]).toEqual([0, 3])
})

test('the bundle has every engine that settings can name', async () => {
  const configured = run('configured', {
    WAYPOST_SMTP_URL: 'smtp://127.0.0.1:9',
    WAYPOST_STRIPE_KEY: 'sk_test_1',
    WAYPOST_PAYPAL_CLIENT_ID: 'id',
    WAYPOST_PAYPAL_SECRET: 'secret',
    WAYPOST_OIDC_ISSUER: 'http://127.0.0.1:9',
    WAYPOST_OIDC_CLIENT_ID: 'id',
  })
  const { body } = await call(await configured.ready, '/v3/providers', undefined)
  expect(body.providers.map(({ type }: { type: string }) => type)).toEqual(['oidc', 'local'])
  const s3 = {
    WAYPOST_S3_ENDPOINT: 'http://127.0.0.1:9',
    WAYPOST_S3_BUCKET: 'files',
    WAYPOST_S3_KEY: 'key',
    WAYPOST_S3_SECRET: 'secret',
  }
  const database = { WAYPOST_DATABASE_URL: 'postgres://127.0.0.1:9/waypost' }
  for (const [settings, sentence] of [
    [{ ...database, WAYPOST_NATS_URL: 'nats://127.0.0.1:9' }, /^NATS at 127\.0\.0\.1:9 cannot be used/],
    [database, /^The database 127\.0\.0\.1:9\/waypost cannot be used/],
    [s3, /^The file store cannot be used/],
  ] as const) {
    const server = run('away', settings)
    expect(await server.exited).toBe(1)
    expect(server.output()).toMatch(sentence)
  }
})

test('the bundle keeps names, so that stack traces tell what failed', () => {
  expect(readFileSync(main, 'utf8')).toContain('async function startApp(config')
})
