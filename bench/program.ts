import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A program under measurement, in a process of its own over a folder of its own. */
export interface Program {
  origin: string
  folder: string
  /** Resident memory in bytes, after the garbage was collected. */
  memory(): Promise<number>
  /** The most resident memory in bytes that it ever had. */
  peakMemory(): number
  /** The event-loop delay in milliseconds that 99 of 100 were below since the last time this was asked. */
  delay(): Promise<number>
  stop(): Promise<void>
}

/** Starts a program that prints `... ready at <origin>`. `prepare` may fill its folder first; `settings` add to its environment. */
export async function startProgram(
  file: string,
  prepare?: (folder: string) => Promise<void>,
  settings: Record<string, string> = {},
): Promise<Program> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-bench-'))
  await prepare?.(folder)
  // One caller asks more here than all its programs would.
  const child = spawn(process.execPath, ['--expose-gc', '--import', join(import.meta.dirname, 'collect.ts'), file], {
    env: { ...process.env, WAYPOST_DATA: folder, WAYPOST_PORT: '0', WAYPOST_RATE_LIMIT: 'off', ...settings },
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
    async stop() {
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
  return sorted[Math.floor(sorted.length / 2)] as number
}

/** The figure below which a share of them lies. */
export function percentile(figures: readonly number[], share: number): number {
  const sorted = [...figures].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number
}
