import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { say } from '../http/test-sockets.ts'
import { programs } from '../test-program.ts'
import { hasPebble, startPebble } from '../tls/test-pebble.ts'
import { secureClient } from '../tls/test-secure.ts'

// HTTPS of the server as bundled for `npm start`, with Pebble as the ACME server.

const domain = 'push.example.org'
const { run, close } = programs(join(import.meta.dirname, '../../dist/main.mjs'))
const closing = [close]
afterAll(() => {
  for (const one of closing) one()
})

describe.skipIf(!hasPebble)('with Pebble (the package pebble)', () => {
  test('the bundle says why it has no certificate, and with the right DNS entry gets one within 30 seconds', async () => {
    const acme = await startPebble()
    closing.push(acme.close)
    const settings = { WAYPOST_DOMAIN: domain, ...acme.settings }
    await acme.resolve(domain, '127.0.0.2')
    const wrong = run('https', settings)
    expect(await wrong.ready).toBe(`https://${domain}`)
    await vi.waitFor(() =>
      expect(wrong.output()).toContain(
        `No new certificate for ${domain}: ${new URL(acme.settings.WAYPOST_ACME_DIRECTORY as string).host} cannot connect`,
      ),
    )
    expect(wrong.output()).toContain(`Until it is here, only http://${domain} responds, and says so.\n`)
    const plain = `http://127.0.0.1:${acme.settings.WAYPOST_HTTP_PORT}`
    expect((await say(plain, `GET / HTTP/1.1\r\nHost: ${domain}\r\n\r\n`))[0]?.status).toBe(503)
    wrong.child.kill('SIGTERM')
    expect(await wrong.exited).toBe(0)

    await acme.resolve(domain, '127.0.0.1')
    const right = run('https', settings)
    await right.ready
    await vi.waitFor(() => expect(right.output()).toContain(`The certificate of ${domain} is here.\n`))
    const client = secureClient(Number(acme.settings.WAYPOST_HTTPS_PORT), domain, acme.root)
    expect((await client.ask('/healthz')).text).toBe('{"status":"ok"}')
    const { issuer } = JSON.parse((await client.ask('/.well-known/oauth-authorization-server')).text)
    expect(issuer).toBe(`https://${domain}`)
    const serial = await client.serial()
    right.child.kill('SIGTERM')
    expect(await right.exited).toBe(0)

    acme.stop()
    const again = run('https', settings)
    await again.ready
    expect(await client.serial()).toBe(serial)
    expect(again.output()).not.toMatch(/certificate/)
    again.child.kill('SIGTERM')
    expect(await again.exited).toBe(0)
  })
})

test('a port that is taken is named with its setting', async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const { port } = taken.address() as { port: number }
  const ports = { WAYPOST_DOMAIN: domain, WAYPOST_HOST: '127.0.0.1', WAYPOST_HTTP_PORT: '0', WAYPOST_HTTPS_PORT: '0' }
  for (const setting of ['WAYPOST_HTTP_PORT', 'WAYPOST_HTTPS_PORT']) {
    const server = run(setting, { ...ports, [setting]: String(port) })
    expect([await server.exited, server.output()]).toEqual([
      1,
      `Port ${port} is taken. Stop what uses it, or set ${setting} to another port (0 = any free one).\n`,
    ])
  }
  await new Promise((resolve) => taken.close(resolve))
})
