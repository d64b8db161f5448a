import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Session } from '@waypost/client'
import { createText, listDevices, updateDevice } from '@waypost/protocol'
import { buildCompanion, buildWeb, main, root, step } from '../prepare.mjs'
import { demo, openAccount } from './account.ts'
import { answerIn } from './answers.ts'
import { fillFolder } from './content.ts'
import { type DemoPhone, loopbackHosts, startPhone } from './phone.ts'
import { moveToTimes, read, tell } from './tell.ts'

// `npm run demo`: a server over a temporary folder, with an account in which two weeks have passed, a person who answers, and a computer that
// shares a folder and is paired with a phone, by the real companion. The phone is a stand-in, on loopback. Ctrl+C ends and removes all of it.

const usualPort = 4280
const program = join(root, 'packages/agent/src/cli.ts')
/** In milliseconds. */
const startTimeout = 60_000

const children = new Set<ChildProcess>()
const ended = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ended.abort())

await main(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-demo-'))
  let bens: Session | undefined
  let stopAnswering = () => {}
  let phone: DemoPhone | undefined
  /** The conversation with the most messages in the last week. */
  let address = ''
  try {
    await buildWeb()
    await buildCompanion()
    const data = join(folder, 'data')
    await step('Filling the account...', async () => {
      const first = await startServer(data, process.env.WAYPOST_PORT ?? String((await isFree(usualPort)) ? usualPort : 0))
      const { tokens, times, liveliest } = await tell(first)
      const tokenOf = (email: string) => tokens.get(email) as string
      await endAll()
      moveToTimes(join(data, 'waypost.db'), times)
      // At the same address, which the URLs of files contain.
      const origin = await startServer(data, new URL(first).port)
      await read(origin, tokens)
      const token = tokenOf(demo.email)
      const shared = join(folder, 'Shared')
      await fillFolder(shared)
      const settings = (name: string) => join(folder, name)
      const [computer, host] = loopbackHosts()
      const set = [['folders', shared]]
      await startCompanion(settings('computer'), { origin, token, device: 'Desktop', set, computer })
      phone = await openPhone({ origin, token, computer, host }).catch((error: Error) => {
        ended.signal.throwIfAborted()
        // For example if another program occupies the ports of KDE Connect.
        console.log(`\nThere is no phone in this demonstration: ${error.message}`)
        return undefined
      })
      bens = openAccount(origin, tokenOf('ben@example.org'))
      await bens.start()
      stopAnswering = answerIn(bens, demo.email)
      address = `${origin}/#people/${liveliest}`
    })
    console.log(
      `\n  Open  ${address}\n  with  ${demo.email}\n  and   ${demo.password}\n\nCtrl+C ends it, and removes everything.`,
    )
    await new Promise((resolve) => ended.signal.addEventListener('abort', resolve))
    return 0
  } catch (error) {
    if (ended.signal.aborted) return 0
    throw error
  } finally {
    stopAnswering()
    phone?.close()
    bens?.close()
    await endAll()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
})

async function startServer(data: string, port: string): Promise<string> {
  // No settings of the developer's own server, which could hold real data.
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('WAYPOST_'))
  const environment = {
    ...Object.fromEntries(own),
    WAYPOST_DATA: data,
    WAYPOST_PORT: port,
    WAYPOST_PLANS: 'off',
    WAYPOST_DEMO: 'on',
    // The two weeks are written within seconds.
    WAYPOST_RATE_LIMIT: 'off',
    // Its links lead nowhere.
    WAYPOST_PREVIEWS: 'off',
  }
  const server = start([join(root, 'packages/server/src/main.ts')], environment)
  const [, origin = ''] = await says(server, /Waypost is ready at (\S+)/)
  return origin
}

interface Companion {
  origin: string
  token: string
  device: string
  /** Each entry holds the arguments of `waypost settings set`. */
  set: string[][]
  /** The loopback address where it listens for phones: no other machine can reach it. */
  computer: string
}

async function startCompanion(settings: string, { origin, token, device, set, computer }: Companion): Promise<void> {
  mkdirSync(settings)
  const environment = { ...process.env, WAYPOST_SETTINGS: settings, WAYPOST_PHONES_HOST: computer }
  const run = async (...words: string[]) => says(start([program, ...words], environment), /^/)
  await run('login', '--server', origin, '--token', token, '--device', device)
  for (const words of [['notifications', 'off'], ...set]) await run('settings', 'set', ...words)
  await says(start([program, 'run'], environment), /^Connected/m)
}

/** Pairs the phone with the computer's companion. The phone fails to deliver one of its texts. */
async function openPhone({
  origin,
  token,
  computer,
  host,
}: Pick<Companion, 'origin' | 'token' | 'computer'> & { host: string }): Promise<DemoPhone> {
  const session = openAccount(origin, token)
  try {
    await session.start()
    const { devices } = await session.call(listDevices, { active_only: true })
    const companion = devices.find(({ nickname }) => nickname === 'Desktop')?.iden ?? ''
    const phone = await startPhone({ session, companion, computer, host, name: 'Phone' })
    await session.call(updateDevice, { iden: phone.device, manufacturer: 'Google', model: 'Pixel 8' })
    const text = { guid: crypto.randomUUID(), addresses: ['+15550199'], message: 'Call me when you are at the gate' }
    await session.call(createText, { data: { target_device_iden: phone.device, ...text } })
    return phone
  } finally {
    session.close()
  }
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
