import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inMemoryStore, openSession } from '@waypost/client'
import { listDevices, updateDevice } from '@waypost/protocol'
import { buildCompanion, buildWeb, main, root, step } from '../prepare.mjs'
import { demo, fillAccount } from './account.ts'
import { fillFolder } from './content.ts'

// `npm run demo`: a server over a temporary folder, with an account that has something to show, a phone that is simulated and a computer
// that shares a folder, both by the real companion. Ctrl+C ends and removes all of it.

const usualPort = 4280
const program = join(root, 'packages/agent/src/cli.ts')
/** How long a program may take to start, in milliseconds. */
const startTimeout = 60_000

const children = new Set<ChildProcess>()
const ended = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ended.abort())

await main(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-demo-'))
  try {
    await buildWeb()
    await buildCompanion()
    const origin = await startServer(join(folder, 'data'))
    await step('Filling the account...', async () => {
      const token = await fillAccount(origin)
      const shared = join(folder, 'Shared')
      await fillFolder(shared)
      const settings = (name: string) => join(folder, name)
      await Promise.all([
        startCompanion(settings('computer'), { origin, token, device: 'Desktop', set: [['folders', shared]] }),
        startCompanion(settings('phone'), { origin, token, device: 'Phone', set: [['phone', 'simulated']] }),
      ])
      await dressPhone(origin, token)
    })
    console.log(`\n  Open  ${origin}\n  with  ${demo.email}\n  and   ${demo.password}\n\nCtrl+C ends it, and removes everything.`)
    await new Promise((resolve) => ended.signal.addEventListener('abort', resolve))
    return 0
  } catch (error) {
    if (ended.signal.aborted) return 0
    throw error
  } finally {
    await endAll()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
})

/** Starts the server and returns its address. */
async function startServer(data: string): Promise<string> {
  const port = process.env.WAYPOST_PORT ?? String((await isFree(usualPort)) ? usualPort : 0)
  // No settings of the developer's own server, which could hold real data.
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('WAYPOST_'))
  const environment = { ...Object.fromEntries(own), WAYPOST_DATA: data, WAYPOST_PORT: port, WAYPOST_PLANS: 'off' }
  const server = start([join(root, 'packages/server/src/main.ts')], environment)
  const [, origin = ''] = await says(server, /Waypost is ready at (\S+)/)
  return origin
}

interface Companion {
  origin: string
  token: string
  device: string
  /** Each is the arguments of `waypost settings set`. */
  set: string[][]
}

/** Signs a device in, changes its settings and runs it. */
async function startCompanion(settings: string, { origin, token, device, set }: Companion): Promise<void> {
  mkdirSync(settings)
  const environment = { ...process.env, WAYPOST_SETTINGS: settings }
  const run = async (...words: string[]) => says(start([program, ...words], environment), /^/)
  await run('login', '--server', origin, '--token', token, '--device', device)
  for (const words of [['notifications', 'off'], ...set]) await run('settings', 'set', ...words)
  await says(start([program, 'run'], environment), /^Connected/m)
}

/** A companion registers as the computer it runs on. This one plays a phone. */
async function dressPhone(origin: string, token: string): Promise<void> {
  const session = openSession({ origin, token, saved: inMemoryStore(), agent: 'waypost-demo' })
  const { devices } = await session.call(listDevices, { active_only: true })
  const phone = devices.find(({ nickname }) => nickname === 'Phone')
  if (phone)
    await session.call(updateDevice, {
      iden: phone.iden,
      type: 'android',
      icon: 'phone',
      manufacturer: 'Simulated',
      model: 'Phone',
    })
  session.close()
}

function start(words: readonly string[], environment: NodeJS.ProcessEnv): ChildProcess {
  ended.signal.throwIfAborted()
  // In its own process group, so that Ctrl+C is passed on in order.
  const child = spawn(process.execPath, words, {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  })
  children.add(child)
  child.once('close', () => children.delete(child))
  return child
}

/** Waits for output of a program, or with `/^/` for its successful end. @throws Error with the output when it ends otherwise */
async function says(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  let said = ''
  const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>()
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const found = pattern.source === '^' ? null : pattern.exec(said)
      if (found) resolve(found)
      // The rest of the output is not needed.
      said = said.slice(-10_000)
    })
  }
  child.once('close', (code) => {
    const found = code === 0 ? pattern.exec(said) : null
    if (found) resolve(found)
    else reject(new Error(`${child.spawnargs.slice(1).join(' ')} ended with exit code ${code}:\n${said}`))
  })
  const timer = setTimeout(
    () => reject(new Error(`${child.spawnargs.slice(1).join(' ')} did not come up:\n${said}`)),
    startTimeout,
  )
  ended.signal.addEventListener('abort', () => reject(ended.signal.reason))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
  }
}

/** Stop the companions before the server they depend on. */
async function endAll(): Promise<void> {
  for (const child of [...children].reverse()) {
    const gone = new Promise((resolve) => child.once('close', resolve))
    child.kill('SIGTERM')
    const force = setTimeout(() => child.kill('SIGKILL'), 5_000)
    await gone
    clearTimeout(force)
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
