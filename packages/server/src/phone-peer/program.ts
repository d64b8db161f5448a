// Runs the companion's program beside this server: data from phones and from strangers in the network is parsed there and not in this
// process.

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'

/** Passed to the program over its standard input: its sign-in at this server. */
interface HandedSignIn {
  server: string
  token: string
  account: { iden: string; email: string }
  device?: string
  name: string
}

interface ProgramOptions {
  file: string
  /** Its settings folder, which is also its working directory. */
  folder: string
  host: string | undefined
  signIn: HandedSignIn
  onDevice(iden: string): void
  /** Called with the reason, as a sentence, why it talks to no phones, or with undefined once it does again. */
  onRefused(reason: string | undefined): void
  /** Called with each line of its output. `isNews` marks everyday events, such as a phone that comes and goes. */
  onLine(line: string, isNews: boolean): void
}

export interface PhoneProgram {
  readonly pid: number | undefined
  readonly ended: Promise<void>
  /** Stops it, by force if it takes too long. */
  stop(): Promise<void>
}

/** The heap limit in megabytes, and the milliseconds within which it has to stop. */
const heap = 256
const stopWithin = 2_500
/** The maximum length of a line, and lines per minute: strangers in the network can cause some of them. */
const most = { line: 10_000, lines: 60 }

/** The environment variables passed to the program. All others may be secrets of the server. */
const passed =
  'PATH LANG LC_ALL TZ TMPDIR TEMP TMP SystemRoot NODE_EXTRA_CA_CERTS NODE_COMPILE_CACHE MALLOC_ARENA_MAX XDG_RUNTIME_DIR'.split(
    ' ',
  )

/** Starts the program. It exits when its standard input closes, so also when this process is killed. */
export function startPhoneProgram({ file, folder, host, signIn, onDevice, onRefused, onLine }: ProgramOptions): PhoneProgram {
  const child = spawn(process.execPath, [`--max-old-space-size=${heap}`, file, 'run', '--only', 'phones', '--json'], {
    cwd: folder,
    env: {
      ...Object.fromEntries(passed.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))),
      // The account that a container runs as may have no home.
      HOME: folder,
      WAYPOST_SETTINGS: folder,
      ...(host !== undefined && { WAYPOST_PHONES_HOST: host }),
    },
    stdio: 'pipe',
  })
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  child.once('close', () => resolve())
  child.once('error', ({ message }) => {
    onLine(`The program for phones cannot be started: ${message}`, false)
    resolve()
  })
  // It may exit before it has read anything.
  child.stdin.on('error', () => {})
  child.stdin.write(`${JSON.stringify(signIn)}\n`)
  readOutput(child, { onDevice, onRefused, onLine: limited(onLine) })
  return {
    pid: child.pid,
    ended,
    async stop() {
      const force = setTimeout(() => child.kill('SIGKILL'), stopWithin)
      child.stdin.end()
      await ended
      clearTimeout(force)
    },
  }
}

function readOutput(
  child: ChildProcessWithoutNullStreams,
  { onDevice, onRefused, onLine }: Pick<ProgramOptions, 'onDevice' | 'onRefused' | 'onLine'>,
): void {
  eachLine(child.stderr, (line) => onLine(line, false))
  eachLine(child.stdout, (text) => {
    const { event, line, news, device, reason } = objectIn(text)
    if (event === 'log' && typeof line === 'string') onLine(line, news === true)
    if (event === 'phones') onRefused(typeof reason === 'string' ? reason : undefined)
    if (event === 'ready' && typeof device === 'string') onDevice(device)
  })
}

function objectIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return { event: 'log', line: text }
  }
}

function eachLine(stream: Readable, onLine: (line: string) => void): void {
  let rest = ''
  stream.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = (lines.pop() ?? '').slice(0, most.line)
    for (const line of lines) if (line.trim() !== '') onLine(line.slice(0, most.line))
  })
}

/** Limits the lines per minute to what a log can bear. */
function limited(onLine: (line: string, isNews: boolean) => void): (line: string, isNews: boolean) => void {
  let from = 0
  let lines = 0
  return (line, isNews) => {
    const now = performance.now()
    if (lines === 0 || now - from > 60_000) {
      from = now
      lines = 0
    }
    lines++
    if (lines <= most.lines) onLine(line, isNews)
    else if (lines === most.lines + 1) onLine('There are more lines, which are left out for a minute.', false)
  }
}
