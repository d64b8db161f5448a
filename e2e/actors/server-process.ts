import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { freePort } from '@waypost/server/test-server'

const program = join(import.meta.dirname, '../../packages/server/src/main.ts')

/** How long the program may take to start on a busy machine, in milliseconds. */
const patience = 90_000

interface ServerProcess {
  origin: string
  output(): string
  /** Makes jobs of a type due, as if the time until they run had passed. The server looks for due jobs every second. */
  makeDue(type: string): void
  stop(): Promise<void>
}

/** Starts a server on a public address over an empty folder; browsers resolve the address to this machine. */
export async function startServerProcess(environment: Record<string, string>): Promise<ServerProcess> {
  const data = mkdtempSync(join(tmpdir(), 'waypost-process-'))
  const port = await freePort()
  // Browsers resolve names below `localhost` to this machine; the server takes it for a name that others can reach.
  const origin = `http://waypost.localhost:${port}`
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, WAYPOST_DATA: data, WAYPOST_PORT: String(port), WAYPOST_ORIGIN: origin, ...environment },
  })
  let output = ''
  const exited = once(child, 'exit')
  const ready = new Promise<void>((resolve, reject) => {
    const read = (text: Buffer) => {
      output += text
      if (/^http\S+#invite=\w+$/m.test(output)) resolve()
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    const refuse = () => reject(new Error(`The server did not start:\n${output}`))
    child.on('exit', refuse)
    setTimeout(refuse, patience).unref()
  })
  await ready
  return {
    origin,
    output: () => output,
    makeDue(type) {
      const db = new DatabaseSync(join(data, 'waypost.db'))
      db.exec('PRAGMA busy_timeout = 5000')
      db.prepare('UPDATE job SET at = 0 WHERE type = ?').run(type)
      db.close()
    },
    async stop() {
      child.kill('SIGTERM')
      await exited
      rmSync(data, { recursive: true, force: true })
    },
  }
}
