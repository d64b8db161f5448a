// Gives a story a computer that runs the companion downloaded from the server.

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { killedWithParent } from 'waypost/test-process'
import { test as base, expect } from './actors.ts'

interface Machine {
  /** A folder that the companion can share. */
  readonly shared: string
  /** Runs a command of the companion and waits for it to finish. */
  waypost(...words: string[]): Promise<void>
  /** Runs the companion until the story ends or it is killed. */
  run(): Companion
}

interface Companion {
  kill(): Promise<void>
}

export const test = base.extend<{ machine(): Promise<Machine> }>({
  machine: async ({ server }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'waypost-machine-'))
    const running = new Map<ChildProcess, Promise<number | null>>()
    const settings = join(folder, 'settings')
    const shared = join(folder, 'Shared')
    mkdirSync(shared)
    const start = (words: readonly string[]) => {
      const child = killedWithParent(
        spawn(process.execPath, [join(folder, 'waypost.mjs'), ...words], {
          env: { PATH: process.env.PATH, HOME: folder, WAYPOST_SETTINGS: settings },
          stdio: 'ignore',
        }),
      )
      const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
      running.set(child, ended)
      void ended.then(() => running.delete(child))
      return { child, ended }
    }
    await use(async () => {
      const answer = await fetch(`${server.origin}/apps/waypost.mjs`)
      writeFileSync(join(folder, 'waypost.mjs'), Buffer.from(await answer.arrayBuffer()))
      return {
        shared,
        async waypost(...words) {
          expect(await start(words).ended).toBe(0)
        },
        run() {
          const { child, ended } = start(['run'])
          return {
            async kill() {
              child.kill('SIGKILL')
              await ended
            },
          }
        },
      }
    })
    for (const child of running.keys()) child.kill()
    await Promise.all(running.values())
    rmSync(folder, { recursive: true, force: true })
  },
})
