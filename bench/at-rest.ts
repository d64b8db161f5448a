// Measures the cost of an idle server: the processor time until it listens, and its memory at rest.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serverEnvironment } from '../scripts/prepare.mjs'
import type { Figure } from './figure.ts'
import { median, serverBundle } from './program.ts'

const starts = 5
/** How long to wait before the memory is read, in milliseconds. */
const rest = 5_000
const budget = { seconds: 0.5, megabytes: 100 }
/** Linux reports processor time to programs in this unit, whatever the machine (`USER_HZ`). */
const ticksPerSecond = 100

/** The server as started by `npm start`, over an empty folder. */
export async function atRest(): Promise<Figure> {
  const runs: Start[] = []
  // The first start fills the cache of compiled code.
  await start(0)
  while (runs.length < starts) runs.push(await start(rest))
  const middle = (name: keyof Start) => median(runs.map((run) => run[name]))
  const cpu = middle('cpu')
  const wall = middle('wall')
  const memory = middle('memory')
  return {
    what: 'processor time until the server listens, and its resident memory at rest',
    measured: `ready after ${wall.toFixed(2)} s, median of ${starts} starts; memory ${rest / 1_000} s later`,
    figure: `${cpu.toFixed(2)} s of processor time, ${memory.toFixed(0)} MB`,
    budget: `at most ${budget.seconds} s and ${budget.megabytes} MB`,
    met: cpu <= budget.seconds && memory <= budget.megabytes,
    values: { 'CPU s': cpu, 'ready s': wall, MB: memory },
  }
}

interface Start {
  /** Seconds of processor time, user and system, until it listens. */
  cpu: number
  /** Seconds until it listens. */
  wall: number
  /** Resident megabytes. */
  memory: number
}

async function start(rest: number): Promise<Start> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-bench-'))
  const begun = performance.now()
  const child = spawn(process.execPath, [serverBundle], {
    env: { ...process.env, ...serverEnvironment, WAYPOST_DATA: folder, WAYPOST_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  try {
    const ended = exited.then(([code]) => Promise.reject(new Error(`The server ended with ${code} before it was ready.`)))
    await Promise.race([once(child.stdout, 'data'), ended])
    ended.catch(() => {})
    const cpu = processorTime(child.pid)
    const wall = (performance.now() - begun) / 1_000
    await new Promise((resolve) => setTimeout(resolve, rest))
    const memory = Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1_024
    return { cpu, wall, memory }
  } finally {
    child.kill('SIGTERM')
    await exited
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Adds up the fields `utime` and `stime` (proc_pid_stat(5)), which come after the name in parentheses. */
function processorTime(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}
