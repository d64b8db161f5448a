import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { root, serverEnvironment, serverProgram } from '../prepare.mjs'
import type { SlowAnswer } from './health-watch.ts'
import type { Block } from './loop-monitor.ts'
import type { Span } from './run-delay.ts'

/** How long the server may take to start, and to answer after the worst input, in milliseconds. */
const startWithin = 30_000
const patience = 60_000

/** The server as users start it, and a process that asks for its health all the time. */
export interface MeasuredServer {
  port: number
  /** Begins to ask for the health. */
  watch(): void
  /** Blocks of the event loop, and slow answers to `GET /healthz`, so far. */
  blocks: Block[]
  slowAnswers: SlowAnswer[]
  /** Resolves once everything that happened before is in the lists. @throws Error when the server has ended or does not answer */
  settle(): Promise<void>
  stop(): Promise<void>
}

/** Starts the server over a folder. */
export async function startMeasured(folder: string): Promise<MeasuredServer> {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('WAYPOST_'))
  const server = fork(join(root, serverProgram), [], {
    env: {
      ...Object.fromEntries(own),
      ...serverEnvironment,
      WAYPOST_DATA: folder,
      WAYPOST_PORT: '0',
      // The limits over time are not measured here.
      WAYPOST_RATE_LIMIT: 'off',
      WAYPOST_PLANS: 'off',
      WAYPOST_LOG: 'error',
    },
    execArgv: ['--import', join(import.meta.dirname, 'loop-monitor.ts')],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const blocks: Block[] = []
  const slowAnswers: SlowAnswer[] = []
  server.on('message', (message: { block?: Block }) => message.block && blocks.push(message.block))
  const port = await portOf(server)
  let watcher: ChildProcess | undefined
  return {
    port,
    watch() {
      watcher = fork(join(import.meta.dirname, 'health-watch.ts'), [String(port)])
      watcher.on('message', (message: { answer?: SlowAnswer }) => message.answer && slowAnswers.push(message.answer))
    },
    blocks,
    slowAnswers,
    async settle() {
      await Promise.all([answerOf(server), watcher && answerOf(watcher)])
    },
    async stop() {
      watcher?.kill('SIGKILL')
      server.kill('SIGKILL')
      await new Promise((resolve) =>
        (server.exitCode ?? server.signalCode) === null ? server.once('exit', resolve) : resolve(undefined),
      )
    },
  }
}

function portOf(server: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = ''
    const timer = setTimeout(() => reject(new Error(`The server did not start:\n${output}`)), startWithin)
    server.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const port = /Waypost is ready at http:\/\/[^:]+:(\d+)/.exec(output)?.[1]
      if (port === undefined) return
      // From now on it logs unexpected errors only.
      server.stdout?.removeAllListeners('data').pipe(process.stdout)
      clearTimeout(timer)
      resolve(Number(port))
    })
    server.once('exit', () => reject(new Error(`The server ended:\n${output}`)))
  })
}

let asked = 0

/** Asks a process for an answer, which comes after all its reports of before. */
function answerOf(child: ChildProcess): Promise<void> {
  const id = ++asked
  return new Promise((resolve, reject) => {
    const end = (error?: Error) => {
      clearTimeout(timer)
      child.off('message', heard)
      child.off('exit', ended)
      if (error) reject(error)
      else resolve()
    }
    const heard = (message: { id?: number }) => message.id === id && end()
    const ended = () => end(new Error('The server has ended.'))
    const timer = setTimeout(() => end(new Error(`The server has not answered for ${patience / 1_000} s.`)), patience)
    child.on('message', heard)
    child.once('exit', ended)
    if (child.connected) child.send(id)
    else ended()
  })
}

/** The longest delay for others within a span, in milliseconds, without the time that a busy machine took. */
export function longestDelay({ blocks, slowAnswers }: MeasuredServer, span: Span): number {
  const within = <T extends Span>(all: T[]) => all.filter(({ start, end }) => start < span.end && end > span.start)
  const own = within(blocks).map(({ start, end, waited }) => end - start - waited)
  const seen = within(slowAnswers).map((answer) => {
    const overlapping = blocks.filter(({ start, end }) => start < answer.end && end > answer.start)
    return answer.end - answer.start - answer.waited - overlapping.reduce((sum, { waited }) => sum + waited, 0)
  })
  return Math.max(0, ...own, ...seen)
}
