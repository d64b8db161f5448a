// Starts real PostgreSQL, NATS and S3 servers for tests, each on a free local port with a temporary folder.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { nodeBinary, Problem, root, step } from './prepare.mjs'

export interface Engine {
  environment: Record<string, string>
  stop(): Promise<void>
}

export const bucket = 'waypost'
/** It is also the secret. */
const s3rverKey = 'S3RVER'

/** Debian's S3 store, which is as strict as the big ones. */
const swiftPackages = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object']
export const hasSwift = () => swiftPackages.every((name) => programOnPath(`${name}-server`))

/** Debian's PostgreSQL pooler, which is on root's PATH only. */
const pgbouncer = '/usr/sbin/pgbouncer'
export const hasPgbouncer = () => existsSync(pgbouncer)

/** Installs missing programs if this machine's system has packages for them. @throws Problem that says what to install */
export async function installEngines(): Promise<void> {
  const needed = [
    ...(postgresProgram('initdb') && postgresProgram('postgres') ? [] : ['postgresql']),
    ...(programOnPath('nats-server') ? [] : ['nats-server']),
  ]
  const apt = programOnPath('apt-get') && (process.getuid?.() === 0 || programOnPath('sudo'))
  if (needed.length > 0 && !apt) {
    throw new Problem(
      `Install ${needed.join(' and ')} so that initdb, postgres and nats-server are on the PATH, and run the command again.`,
    )
  }
  const missing = [...needed, ...(hasSwift() ? [] : swiftPackages), ...(hasPgbouncer() ? [] : ['pgbouncer'])]
  if (missing.length === 0 || !apt) return
  await step(`Installing ${missing.join(', ')}...`, async () => {
    await aptGet('update')
    await aptGet('install', '-y', '--no-install-recommends', ...missing)
  })
}

async function aptGet(...args: string[]): Promise<void> {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo']
  const command = [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', ...args]
  const child = spawn(command[0] as string, command.slice(1), { stdio: ['inherit', 'ignore', 'inherit'] })
  const code = await new Promise((done) => child.once('close', done))
  if (code !== 0) throw new Problem(`\`${command.join(' ')}\` failed; run it by hand, and then this command again.`)
}

/** Starts PostgreSQL; unless `durable`, it does not survive a crash of the machine. */
export async function startPostgres({ durable = false } = {}): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-postgres-'))
  const port = await freePort()
  // PostgreSQL refuses to run as root.
  const account = process.getuid?.() === 0 ? (accountNamed('postgres') ?? accountNamed('nobody')) : undefined
  if (account) chownSync(folder, account.uid, account.gid)
  const data = join(folder, 'data')
  const options = { ...account, cwd: folder, env: { PATH: process.env.PATH ?? '', LC_ALL: 'C' } }
  const initdb = postgresProgram('initdb') as string
  execFileSync(initdb, ['-D', data, '-U', 'waypost', '-A', 'trust', '-E', 'UTF8', '--no-sync'], { ...options, stdio: 'pipe' })
  const settings = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    max_connections: '400',
    // Each test server gets its own database; on disk that would take most of the time.
    fsync: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    max_wal_size: '4GB',
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(postgresProgram('postgres') as string, ['-D', data, ...args], {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await saying(child, /ready to accept connections/)
  return {
    environment: { WAYPOST_TEST_DATABASE_URL: `postgres://waypost@127.0.0.1:${port}/postgres` },
    // SIGINT: without waiting for clients.
    stop: () => ended([child], 'SIGINT', folder),
  }
}

/** Starts PgBouncer in front of a PostgreSQL server, with its defaults: session mode, 20 connections. */
export async function startPgbouncer(database: string): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-pgbouncer-'))
  const port = await freePort()
  const { hostname, port: databasePort } = new URL(database)
  const file = join(folder, 'pgbouncer.ini')
  const settings = ['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir =', 'auth_type = any']
  const databases = `* = host=${hostname} port=${databasePort} user=waypost`
  writeFileSync(file, ['[databases]', databases, '[pgbouncer]', ...settings, ''].join('\n'))
  // PgBouncer refuses to run as root.
  const account = process.getuid?.() === 0 ? accountNamed('nobody') : undefined
  for (const path of account ? [folder, file] : []) chownSync(path, account?.uid ?? 0, account?.gid ?? 0)
  const child = spawn(pgbouncer, [file], { ...account, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  await saying(child, /process up/)
  return {
    environment: { WAYPOST_TEST_PGBOUNCER_URL: `postgres://waypost@127.0.0.1:${port}/postgres` },
    stop: () => ended([child], 'SIGINT', folder),
  }
}

export async function startNats(): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-nats-'))
  const port = await freePort()
  const child = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port)], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await saying(child, /Server is ready/)
  return {
    environment: { WAYPOST_TEST_NATS_URL: `nats://127.0.0.1:${port}` },
    stop: () => ended([child], 'SIGTERM', folder),
  }
}

/** An S3 store that runs wherever Node.js does. It accepts much that others refuse, so it proves little about our requests. */
export async function startS3rver(): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-s3rver-'))
  const port = await freePort()
  const program = join(root, 'node_modules/s3rver/bin/s3rver.js')
  const options = ['--silent', '--no-vhost-buckets', '--configure-bucket', bucket]
  // It was written for an older Node.js, which causes warnings.
  const args = ['--no-deprecation', program, '-d', folder, '-a', '127.0.0.1', '-p', String(port), ...options]
  const child = spawn(nodeBinary, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  await saying(child, /listening on/)
  return {
    environment: {
      WAYPOST_TEST_S3_ENDPOINT: `http://127.0.0.1:${port}`,
      WAYPOST_TEST_S3_BUCKET: bucket,
      WAYPOST_TEST_S3_KEY: s3rverKey,
      WAYPOST_TEST_S3_SECRET: s3rverKey,
    },
    stop: () => ended([child], 'SIGTERM', folder),
  }
}

/** Waits until a program is ready. @throws Problem with its last output when it exits instead */
async function saying(child: ChildProcess, words: RegExp): Promise<void> {
  let said = ''
  await new Promise<void>((done, fail) => {
    const hear = (text: Buffer) => {
      said = (said + text).slice(-4_000)
      if (words.test(said)) done()
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('error', fail)
    child.once('exit', () => fail(new Problem(`${child.spawnfile} ended before it was ready:\n${said}`)))
  })
}

/** Stops programs and removes their folders. */
export async function ended(children: readonly ChildProcess[], signal: NodeJS.Signals, folder: string): Promise<void> {
  await Promise.all(
    children.map(async (child) => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exit = new Promise((done) => child.once('exit', done))
      child.kill(signal)
      const impatient = setTimeout(() => child.kill('SIGKILL'), 10_000)
      await exit
      clearTimeout(impatient)
    }),
  )
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer().once('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => done(port))
    })
  })
}

function programOnPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

/** Debian keeps PostgreSQL's programs in a folder for each version, outside of PATH. */
function postgresProgram(name: string): string | undefined {
  const versions = '/usr/lib/postgresql'
  const numbers = existsSync(versions) ? readdirSync(versions).sort((a, b) => Number(b) - Number(a)) : []
  const own = numbers.map((number) => join(versions, number, 'bin', name)).find((path) => existsSync(path))
  return own ?? programOnPath(name)
}

function accountNamed(name: string): { uid: number; gid: number } | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return line ? { uid: Number(uid), gid: Number(gid) } : undefined
}
