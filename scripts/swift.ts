// Starts OpenStack Swift with its S3 interface, a strict S3 server for tests.
// It is independent of our code, checks every signature, and keeps parts as S3 does. There is one copy on one "device", a folder.

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { bucket, type Engine, ended, freePort } from './engines.ts'
import { Problem } from './prepare.mjs'

const run = promisify(execFile)
const account = 'waypost'
const user = 'files'
const secret = 'secret'
const storages = ['account', 'container', 'object']
const filters = ['catch_errors', 'gatekeeper', 'cache', 'listing_formats', 's3api', 'tempauth', 'slo']

export async function startSwift(): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-swift-'))
  mkdirSync(join(folder, 'devices', 'one'), { recursive: true })
  const children: ChildProcess[] = []
  const stop = () => ended(children, 'SIGTERM', folder)
  try {
    await Promise.all(storages.map(async (name) => children.push(await startStorage(folder, name))))
    const port = await freePort()
    children.push(await startServer(folder, 'proxy', port, proxyConfig(folder, port)))
    await listening(children, port)
    return {
      environment: {
        WAYPOST_TEST_S3_ENDPOINT: `http://127.0.0.1:${port}`,
        WAYPOST_TEST_S3_BUCKET: bucket,
        WAYPOST_TEST_S3_KEY: `${account}:${user}`,
        WAYPOST_TEST_S3_SECRET: secret,
        WAYPOST_TEST_S3_STRICT: '1',
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startStorage(folder: string, name: string): Promise<ChildProcess> {
  const port = await freePort()
  const builder = (...args: string[]) => run('swift-ring-builder', [`${name}.builder`, ...args], { cwd: folder })
  await builder('create', '4', '1', '0')
  await builder('add', `r1z1-127.0.0.1:${port}/one`, '1')
  await builder('rebalance')
  const config = `${common(folder, port)}
devices = ${join(folder, 'devices')}
mount_check = false
fallocate_reserve = 0
[pipeline:main]
pipeline = ${name}-server
[app:${name}-server]
use = egg:swift#${name}
`
  return startServer(folder, name, port, config)
}

async function startServer(folder: string, name: string, port: number, config: string): Promise<ChildProcess> {
  writeFileSync(join(folder, `${name}.conf`), config)
  const child = spawn(`swift-${name}-server`, [join(folder, `${name}.conf`)], { cwd: folder, stdio: 'ignore' })
  await listening([child], port)
  return child
}

function proxyConfig(folder: string, port: number): string {
  return `${common(folder, port)}
[pipeline:main]
pipeline = ${filters.join(' ')} proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
${filters.map((name) => `[filter:${name}]\nuse = egg:swift#${name === 'cache' ? 'memcache' : name}`).join('\n')}
`.replace('use = egg:swift#tempauth', `use = egg:swift#tempauth\nuser_${account}_${user} = ${secret} .admin`)
}

function common(folder: string, port: number): string {
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
swift_dir = ${folder}
user = ${userInfo().username}
`
}

/** These programs do not report when they are ready. */
async function listening(children: readonly ChildProcess[], port: number): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (children.some((child) => child.exitCode !== null)) throw new Problem('Swift ended before it was ready.')
    const open = await new Promise((done) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('connect', () => done(true)).once('error', () => done(false))
      socket.once('connect', () => socket.destroy())
    })
    if (open) return
    await sleep(100)
  }
  throw new Problem('Swift was not ready after half a minute.')
}
