import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLooks } from './test-looks.ts'
import { killedWithParent } from './test-process.ts'

/** For tests: runs the real program with settings of its own and no browser. */
export interface TestMachine {
  readonly settings: string
  start(words: readonly string[], options?: { input?: string | Uint8Array | undefined; env?: Record<string, string> }): Run
  run(...words: string[]): Promise<Exited>
  close(): Promise<void>
}

/** One run of the program. */
export interface Run {
  /**
   * Resolves with the match as soon as the output contains it.
   * @throws Error when the program ends first, or the match does not appear in time
   */
  shows(pattern: RegExp, stream?: 'stdout' | 'stderr'): Promise<string>
  ended: Promise<Exited>
  signal(name: NodeJS.Signals): void
  /** Closes the program's output, as `head` does. */
  stopReading(): void
}

interface Exited {
  code: number | null
  stdout: string
  stderr: string
}

/** The bundle, which starts faster than the sources and is what users run. */
export const program = join(import.meta.dirname, '../dist/waypost.mjs')

export function openTestMachine(): TestMachine {
  const settings = mkdtempSync(join(tmpdir(), 'waypost-settings-'))
  const running = new Map<ChildProcess, Run>()

  function start(words: readonly string[], { input = '', env = {} }: Parameters<TestMachine['start']>[1] = {}): Run {
    const child = killedWithParent(spawn(process.execPath, [program, ...words], { env: { ...environmentOf(settings), ...env } }))
    const output = { stdout: '', stderr: '' }
    const looks = openLooks(() => JSON.stringify(output))
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream].setEncoding('utf8').on('data', (text: string) => {
        output[stream] += text
        looks.again()
      })
    }
    // A program that doesn't read its input may close it early.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    const ended = new Promise<Exited>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code) => {
        running.delete(child)
        resolve({ code, ...output })
      })
    })
    const run: Run = {
      ended,
      signal: (name) => void child.kill(name),
      stopReading: () => void child.stdout.destroy(),
      shows(pattern, stream = 'stdout') {
        const over = ended.then((all) => {
          throw new Error(`${words.join(' ')} never showed ${pattern}: ${JSON.stringify(all)}`)
        })
        return looks.until(() => pattern.exec(output[stream])?.[0], over)
      },
    }
    running.set(child, run)
    return run
  }

  return {
    settings,
    start,
    run: (...words) => start(words).ended,
    async close() {
      for (const child of running.keys()) child.kill('SIGKILL')
      await Promise.all(Array.from(running.values(), (run) => run.ended))
      rmSync(settings, { recursive: true, force: true })
    },
  }
}

/** The environment of this process without variables that change the output. */
export function environmentOf(settings: string): NodeJS.ProcessEnv {
  const { NO_COLOR: _no, FORCE_COLOR: _force, NODE_OPTIONS: _options, ...rest } = process.env
  return { ...rest, WAYPOST_SETTINGS: settings, WAYPOST_BROWSER: 'none' }
}
