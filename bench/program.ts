import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, serverEnvironment, serverProgram } from '../scripts/prepare.mjs'

/** The server as users start it: its bundle, built by `run.ts`. */
export const serverBundle = join(root, serverProgram)

/** A measured program, in its own process with its own folder. */
export interface Program extends AsyncDisposable {
  origin: string
  folder: string
  /** Resident memory in bytes after garbage collection. */
  memory(): Promise<number>
  peakMemory(): number
  /** The 99th percentile of the event-loop delay since the last call, in milliseconds. */
  delay(): Promise<number>
}

/** Starts a program that prints `... ready at <origin>`. `prepare` may fill its folder; `settings` are added to its environment. */
export async function startProgram(
  file: string,
  prepare?: (folder: string) => Promise<void>,
  settings: Record<string, string> = {},
): Promise<Program> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-bench-'))
  await prepare?.(folder)
  // Here one client makes more requests than a user would.
  const child = spawn(process.execPath, ['--expose-gc', '--import', join(import.meta.dirname, 'collect.ts'), file], {
    env: {
      ...process.env,
      ...serverEnvironment,
      WAYPOST_DATA: folder,
      WAYPOST_PORT: '0',
      WAYPOST_RATE_LIMIT: 'off',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  return {
    origin: await readyAt(child),
    folder,
    async memory() {
      await new Promise((resolve) => {
        child.once('message', resolve)
        child.send('collect')
      })
      return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) * 1024
    },
    peakMemory: () => Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) * 1024,
    async delay() {
      const answered = once(child, 'message')
      child.send('delay')
      return ((await answered) as [{ p99: number }])[0].p99
    },
    async [Symbol.asyncDispose]() {
      const exited = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function readyAt(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stdout?.on('data', (text) => {
      said += text
      const origin = /ready at (\S+)/.exec(said)?.[1]
      if (origin) resolve(origin.replace('localhost', '127.0.0.1'))
    })
    child.once('exit', (code) => reject(new Error(`A program ended with ${code} before it was ready.`)))
  })
}

export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] as number) + (sorted[Math.ceil(middle)] as number)) / 2
}

/** The value at a percentile. */
export function percentile(figures: readonly number[], share: number): number {
  const sorted = [...figures].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number
}
