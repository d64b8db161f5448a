import { chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { root } from '../prepare.mjs'
import { images } from './images.ts'
import { logsOf, podman } from './podman.ts'
import { call, compose, healthy, inspect, publishedOrigin, sendNote, signUp } from './test-containers.ts'

afterEach(async () => {
  await podman('rm', '--all', '--force', '--time=0')
  await podman('volume', 'prune', '--force')
})

/** The user id that the server runs as. */
const account = 10_001

/** As strict as possible: only the volume is writable, and podman adds no writable folders of its own. */
const strict = ['--read-only', '--read-only-tmpfs=false', '--cap-drop=all', '--security-opt=no-new-privileges']

async function start(name: string, volume: string, ...options: string[]): Promise<string> {
  const publish = '--publish=127.0.0.1::4280'
  await podman('run', '--detach', `--name=${name}`, ...strict, publish, `--volume=${volume}:/data`, ...options, images.waypost)
  return publishedOrigin(name)
}

const printedInvite = (container: string) =>
  vi.waitFor(
    async () => {
      const [, secret] = /#invite=(\w{32})/.exec(await logsOf(container)) ?? []
      expect(secret).toBeDefined()
      return secret as string
    },
    { timeout: 60_000, interval: 100 },
  )

test('on a read-only file system and without capabilities, the first push is taken', async () => {
  const origin = await start('first', 'first')
  const token = await signUp(origin, 'ana@example.org', await printedInvite('first'))
  expect(await sendNote(origin, token, 'hello')).toMatchObject({ status: 200, body: { type: 'note', body: 'hello' } })

  await healthy('first')
  expect(await inspect('first', '.State.Health.Status')).toBe('healthy')
  // The server is process 1 and runs as the user of the image.
  expect(await podman('top', 'first', 'user', 'pid', 'args')).toMatch(
    /^USER\s+PID\s+COMMAND\n10001\s+1\s+node \/app\/packages\/server\/dist\/main\.mjs\s*$/,
  )
  // Not even root can write elsewhere.
  for (const path of ['/app/file', '/tmp/file'])
    await expect(podman('exec', '--user=0', 'first', 'node', '-e', `fs.writeFileSync('${path}', '')`)).rejects.toThrow('EROFS')
  // Nobody else can read the data.
  expect(await podman('exec', 'first', 'node', '-p', '(fs.statSync("/data").mode & 0o777).toString(8)')).toBe('700')
  // Administrator commands run alongside it.
  const command = ['exec', 'first', 'node', '/app/packages/server/dist/main.mjs', 'admin', 'people']
  expect(await podman(...command)).toContain('ana@example.org')
})

test('the image holds the program and nothing else, and has its labels', async () => {
  const [{ Size, Config, Labels }] = JSON.parse(await podman('image', 'inspect', images.waypost))
  console.log(`The image takes ${Math.round(Size / 2 ** 20)} MB.`)
  expect(Size).toBeLessThan(220 * 2 ** 20)
  expect(Config).toMatchObject({ User: `${account}:${account}`, Volumes: { '/data': {} }, StopSignal: 'SIGTERM' })
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(Labels).toMatchObject({
    'org.opencontainers.image.title': 'Waypost',
    'org.opencontainers.image.version': version,
    'org.opencontainers.image.licenses': 'MIT',
  })
  await start('looked-at', 'looked-at')
  const list = (folder: string) => podman('exec', 'looked-at', 'node', '-p', `fs.readdirSync('${folder}').sort().join()`)
  expect(await list('/app')).toBe('LICENSE,healthcheck.mjs,node_modules,packages')
  const installed = (await list('/app/node_modules')).split(',')
  expect(installed).toEqual(expect.arrayContaining(['@node-rs', 'web-push']))
  // Build and test tools are not included.
  for (const name of ['vite', 'typescript', 'fastify', '.bin']) expect(installed).not.toContain(name)
  expect(await list('/app/packages')).toBe('agent,extension,server,web')
  for (const name of ['agent', 'extension', 'server', 'web']) expect(await list(`/app/packages/${name}`)).toBe('dist')
})

test('it listens on IPv4, and on IPv6 where the container has it', async () => {
  await start('both', 'both')
  await healthy('both')
  const inside = (script: string) => podman('exec', 'both', 'node', '-e', script)
  const list = 'console.log(JSON.stringify(os.networkInterfaces().lo.map(({ address }) => address)))'
  const addresses: string[] = JSON.parse(await inside(list))
  expect(addresses).toContain('127.0.0.1')
  for (const address of addresses) {
    const url = `http://${address.includes(':') ? `[${address}]` : address}:4280/healthz`
    expect([address, await inside(`fetch('${url}').then(({ status }) => console.log(status))`)]).toEqual([address, '200'])
  }
})

test('it serves the web client, the companion and the browser extension', async () => {
  const origin = await start('served', 'served')
  await healthy('served')
  const page = await fetch(`${origin}/signin`)
  const [script] = /\/assets\/index-[^"]+\.js/.exec(await page.text()) ?? []
  expect([page.status, (await fetch(`${origin}${script}`)).headers.get('content-type')]).toEqual([
    200,
    'text/javascript; charset=utf-8',
  ])
  for (const name of ['waypost.mjs', 'waypost-chromium.zip', 'waypost-firefox.zip'])
    expect((await fetch(`${origin}/apps/${name}`)).status).toBe(200)
})

test('it stops while people send, and has every push that it acknowledged when it starts again', async () => {
  const origin = await start('busy', 'busy')
  const token = await signUp(origin, 'ana@example.org', await printedInvite('busy'))
  const acknowledged = new Set<string>()
  let stopped = false
  const senders = Array.from({ length: 16 }, async () => {
    while (!stopped) {
      const sent = await sendNote(origin, token, 'while it stops').catch(() => undefined)
      if (sent === undefined) return
      if (sent.status === 200) acknowledged.add(sent.body.iden)
    }
  })
  await vi.waitFor(() => expect(acknowledged.size).toBeGreaterThan(200))
  const before = acknowledged.size
  // If it takes longer, it is killed and exits with a different code.
  await podman('stop', '--time=30', 'busy')
  stopped = true
  await Promise.all(senders)
  console.log(
    `It stopped with ${acknowledged.size} pushes acknowledged, ${acknowledged.size - before} of them since it was asked to.`,
  )
  expect(await inspect('busy', '.State.ExitCode')).toBe('0')

  const again = await start('again', 'busy')
  await healthy('again')
  const kept = new Set<string>()
  for (let cursor = ''; ; ) {
    const { body } = await call(again, `/v2/pushes?limit=500${cursor && `&cursor=${cursor}`}`, token)
    for (const { iden } of body.pushes) kept.add(iden)
    if (!body.cursor) break
    cursor = body.cursor
  }
  expect([...acknowledged].filter((iden) => !kept.has(iden))).toEqual([])
})

test('with a certificate it serves HTTPS, and its check of health asks there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-certificate-'))
  const name = 'push.example.org'
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`]
  const files = ['-keyout', '/made/key.pem', '-out', '/made/cert.pem']
  const command = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, ...files]
  await podman('run', '--rm', '--entrypoint=openssl', `--volume=${folder}:/made`, images.engines, ...command)
  for (const file of ['key.pem', 'cert.pem', '.']) chownSync(join(folder, file), account, account)
  const settings = { DOMAIN: name, TLS_CERT: '/made/cert.pem', TLS_KEY: '/made/key.pem' }
  const environment = Object.entries(settings).map(([setting, value]) => `--env=WAYPOST_${setting}=${value}`)
  await start('secure', 'secure', `--volume=${folder}:/made:ro`, ...environment)
  await healthy('secure')
  const script = `fetch('http://127.0.0.1:8080/', { redirect: 'manual' }).then(({ headers }) => console.log(headers.get('location')))`
  expect(await podman('exec', 'secure', 'node', '-e', script)).toBe(`https://${name}/`)
})

test('a folder that its account cannot write is named, and the server does not start', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'waypost-folder-')), 'data')
  mkdirSync(folder, { mode: 0o700 })
  await start('refused', folder).catch(() => {})
  const state = () => inspect('refused', 'printf "%s %d" .State.Status .State.ExitCode')
  await vi.waitFor(async () => expect(await state()).toBe('exited 1'), { timeout: 60_000, interval: 200 })
  expect(await logsOf('refused')).toMatch(
    /^The data folder \/data\/lock\.db cannot be written\. Give this account the right to, .*\n$/,
  )
})

test('the shipped compose file starts it, for this machine alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-one-node-'))
  cpSync(join(root, 'deploy'), folder, { recursive: true })
  const file = join(folder, 'compose.yaml')
  writeFileSync(
    join(folder, '.env'),
    `${readFileSync(join(folder, 'example.env'), 'utf8')}\nWAYPOST_IMAGE=${images.waypost}\nWAYPOST_PUBLISH=127.0.0.1:`,
  )
  await compose(file, '--project-name=one', 'up', '--detach')
  await healthy('one_waypost_1')
  const origin = await publishedOrigin('one_waypost_1')
  expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect((await call(origin, '/healthz')).body).toEqual({ status: 'ok' })
  // It uses the settings of the file: the link points to the address in it.
  expect(await logsOf('one_waypost_1')).toContain('https://push.example.org/signin#invite=')
  await compose(file, '--project-name=one', 'down', '--volumes')
})
