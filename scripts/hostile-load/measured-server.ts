import { type ChildProcess, fork, type Serializable } from 'node:child_process'
import { join } from 'node:path'
import { root, serverEnvironment, serverProgram } from '../prepare.mjs'
import type { Block, Held } from './loop-monitor.ts'
import type { Span } from './shared-time.ts'

/** In milliseconds: to start, and to answer after the worst input. */
const startWithin = 30_000
const patience = 60_000
/** A response that takes this many milliseconds was held up, even if the processor was idle. */
const stuck = 2_000

/** The server as users start it, and a process that polls its health. */
export interface MeasuredServer {
  port: number
  pid: number
  folder: string
  watch(): void
  /** Blocks of the event loop, and slow answers to `GET /healthz`, so far. */
  blocks: Block[]
  slowAnswers: Span[]
  /** Resolves once the lists contain everything that happened before. @throws Error when the server has ended or does not answer */
  settle(): Promise<void>
  /** Collects garbage first, which takes a while. */
  held(): Promise<Held>
  stop(): Promise<void>
}

/** Starts the server on a folder. `environment` adds to or overrides the default settings. */
export async function startMeasured(folder: string, environment: Record<string, string> = {}): Promise<MeasuredServer> {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('WAYPOST_'))
  const server = fork(join(root, serverProgram), [], {
    env: {
      ...Object.fromEntries(own),
      ...serverEnvironment,
      WAYPOST_DATA: folder,
      WAYPOST_PORT: '0',
      // Rate limits are not measured here.
      WAYPOST_RATE_LIMIT: 'off',
      WAYPOST_PLANS: 'off',
      WAYPOST_LOG: 'error',
      ...environment,
    },
    execArgv: ['--import', join(import.meta.dirname, 'loop-monitor.ts')],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const blocks: Block[] = []
  const slowAnswers: Span[] = []
  server.on('message', (message: { block?: Block }) => message.block && blocks.push(message.block))
  const port = await portOf(server)
  let watcher: ChildProcess | undefined
  return {
    port,
    pid: server.pid as number,
    folder,
    watch() {
      watcher = fork(join(import.meta.dirname, 'health-watch.ts'), [String(port)])
      watcher.on('message', (message: { answer?: Span }) => message.answer && slowAnswers.push(message.answer))
    },
    blocks,
    slowAnswers,
    async settle() {
      await Promise.all([answerOf(server), watcher && answerOf(watcher)])
    },
    async held() {
      const { held } = (await answerOf(server, (id) => ({ held: id }))) as { held: Held }
      return held
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

/** The reply comes after all earlier reports of the process. */
function answerOf(child: ChildProcess, question: (id: number) => Serializable = (id) => id): Promise<unknown> {
  const id = ++asked
  return new Promise((resolve, reject) => {
    const end = (error: Error | undefined, answer?: object) => {
      clearTimeout(timer)
      child.off('message', heard)
      child.off('exit', ended)
      if (error) reject(error)
      else resolve(answer)
    }
    const heard = (message: { id?: number }) => message.id === id && end(undefined, message)
    const ended = () => end(new Error('The server has ended.'))
    const timer = setTimeout(() => end(new Error(`The server has not answered for ${patience / 1_000} s.`)), patience)
    child.on('message', heard)
    child.once('exit', ended)
    if (child.connected) child.send(question(id))
    else ended()
  })
}

/**
 * The longest delay for others within a span, in milliseconds: how long the server used the processor without yielding, or while a response
 * was pending. Elapsed time would depend on how busy the machine is.
 */
export function longestDelay({ blocks, slowAnswers }: Pick<MeasuredServer, 'blocks' | 'slowAnswers'>, span: Span): number {
  const during = <T extends Span>(all: T[], { start, end }: Span) => all.filter((one) => one.start < end && one.end > start)
  const seen = during(slowAnswers, span).map((answer) => {
    const taken = answer.end - answer.start
    const worked = during(blocks, answer).reduce((sum, block) => sum + block.worked, 0)
    return taken > stuck ? taken : Math.min(taken, worked)
  })
  return Math.max(0, ...during(blocks, span).map(({ worked }) => worked), ...seen)
}
