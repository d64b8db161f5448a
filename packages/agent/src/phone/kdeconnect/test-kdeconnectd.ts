import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Message, type MessageBus, sessionBus } from 'dbus-native'
import { vi } from 'vitest'
import { openTestDesktop, type TestDesktop } from '../../desktop/test-desktop.ts'
import { killedWithParent } from '../../test-process.ts'

// For tests: the program kdeconnectd of KDE, with a desktop session, a screen and a home folder of its own, in the network namespace that
// `scripts/kdeconnect/namespaces.mjs` has made for it. It is asked over the message bus, whose socket is a file, so that no namespace is in between.

/** The network namespace of kdeconnectd, its address, and the address of this process. */
export const network = {
  namespace: process.env.WAYPOST_KDECONNECTD_NAMESPACE ?? '',
  theirs: '10.77.0.1',
  ours: '10.77.0.2',
}

interface Kdeconnectd {
  readonly desktop: TestDesktop
  readonly home: string
  readonly deviceId: string
  call<T>(path: string, name: string, signature?: string, ...body: unknown[]): Promise<T>
  copy(text: string): Promise<void>
  clipboard(): Promise<string>
  /** Kills it, as a crash would, and restarts it with its saved state. */
  restart(): Promise<void>
  /** Suspends its process until `wake`, like a sleeping phone. */
  sleep(): void
  wake(): void
  /** Removes its address, so that nothing reaches it and no error is reported, and restores it. */
  vanish(): void
  comeBack(): void
  readonly lines: readonly string[]
  close(): Promise<void>
}

/** The object of a device, or of one of its plugins. */
export const deviceObject = (id: string, plugin = ''): string => `/modules/kdeconnect/devices/${id}${plugin && `/${plugin}`}`

/** Starts the program with nothing paired. */
export async function startKdeconnectd(): Promise<Kdeconnectd> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-kdeconnectd-'))
  const home = join(folder, 'home')
  const run = join(folder, 'run')
  const temporary = join(folder, 'tmp')
  for (const made of [home, join(home, 'Downloads'), run, temporary]) mkdirSync(made, { mode: 0o700 })
  const desktop = await openTestDesktop()
  const bus = sessionBus({ busAddress: desktop.env.DBUS_SESSION_BUS_ADDRESS ?? '' })
  const base = {
    PATH: process.env.PATH,
    LANG: 'C.UTF-8',
    HOME: home,
    // It keeps icons there.
    TMPDIR: temporary,
    XDG_RUNTIME_DIR: run,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local/share'),
    XDG_CACHE_HOME: join(home, '.cache'),
    ...desktop.env,
    QT_LOGGING_RULES: 'kdeconnect.*=true;kdeconnect.plugin.*=true',
  }
  const start = (program: string, args: readonly string[], env: Record<string, string> = {}) => {
    const words = ['netns', 'exec', network.namespace, program, ...args]
    return killedWithParent(spawn('ip', words, { env: { ...base, ...env }, stdio: ['pipe', 'pipe', 'pipe'] }))
  }
  const screen = start('Xvfb', ['-displayfd', '1', '-screen', '0', '640x480x24', '-nolisten', 'tcp'])
  const [number] = (await once(screen.stdout, 'data')) as [Buffer]
  const display = { DISPLAY: `:${String(number).trim()}`, QT_QPA_PLATFORM: 'xcb' }
  const lines: string[] = []
  const startProgram = () => {
    const started = start(findProgram(), [], display)
    createInterface({ input: started.stderr }).on('line', (line) => lines.push(line))
    started.stdout.resume()
    return started
  }
  let program = startProgram()

  const call = <T>(path: string, name: string, signature?: string, ...body: unknown[]) =>
    callOf<T>(bus, path, name, signature, body)
  const isReady = () => vi.waitFor(() => call<string>('/modules/kdeconnect', 'daemon.selfId'), { interval: 50 })
  const deviceId = await isReady()

  return {
    desktop,
    home,
    deviceId,
    call,
    async copy(text) {
      // The parent exits as soon as a child serves the clipboard.
      const child = start('xclip', ['-i', '-selection', 'clipboard'], display)
      child.stdin.end(text)
      await once(child, 'exit')
    },
    async clipboard() {
      const child = start('xclip', ['-o', '-selection', 'clipboard'], display)
      const pieces: Buffer[] = []
      for await (const piece of child.stdout) pieces.push(piece as Buffer)
      return Buffer.concat(pieces).toString()
    },
    lines,
    async restart() {
      await end(program, 'SIGKILL')
      program = startProgram()
      await isReady()
    },
    sleep: () => void program.kill('SIGSTOP'),
    wake: () => void program.kill('SIGCONT'),
    vanish: () => ip('address', 'del', `${network.theirs}/24`, 'dev', 'cable'),
    comeBack() {
      ip('address', 'add', `${network.theirs}/24`, 'broadcast', '+', 'dev', 'cable')
      ip('route', 'replace', 'default', 'dev', 'cable')
    },
    async close() {
      await end(program)
      // The children that serve its clipboard end with it.
      await end(screen)
      await bus.close()
      await desktop.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const ip = (...words: string[]) => void execFileSync('ip', ['-n', network.namespace, ...words])

async function end(child: ChildProcess, signal?: NodeJS.Signals): Promise<void> {
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

async function callOf<T>(
  bus: MessageBus,
  path: string,
  name: string,
  signature: string | undefined,
  body: unknown[],
): Promise<T> {
  const at = name.lastIndexOf('.')
  const message: Message = {
    destination: 'org.kde.kdeconnect',
    path,
    interface: name.startsWith('org.') ? name.slice(0, at) : `org.kde.kdeconnect.${name.slice(0, at)}`,
    member: name.slice(at + 1),
    ...(signature !== undefined && { signature, body }),
  }
  return bus.invoke<T>(message, { timeout: 5_000 })
}

/** The program isn't a command: it is in a library folder whose name contains the machine's architecture. */
function findProgram(): string {
  const folder = readdirSync('/usr/lib').find((name) => name.endsWith('-linux-gnu'))
  return `/usr/lib/${folder}/libexec/kdeconnectd`
}
