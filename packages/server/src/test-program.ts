import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Json } from './test-server.ts'

interface Program {
  child: ChildProcess
  ready: Promise<string>
  exited: Promise<number | null>
  output(): string
}

/** Starts programs in folders below `root`, which `close` removes after stopping them. `main` is in the sources, or the bundle. */
export function programs(main = join(import.meta.dirname, 'main.ts'), root = mkdtempSync(join(tmpdir(), 'waypost-program-'))) {
  const running = new Set<ChildProcess>()
  return {
    root,
    /** Starts one, by default on a free port; `words` are its arguments. */
    run(folder: string, environment: Record<string, string> = {}, words: readonly string[] = []): Program {
      const child = spawn(process.execPath, [main, ...words], {
        env: { ...process.env, WAYPOST_PORT: '0', WAYPOST_DATA: join(root, folder), ...environment },
      })
      running.add(child)
      let output = ''
      child.stdout.on('data', (text) => (output += text))
      child.stderr.on('data', (text) => (output += text))
      const exited = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)))
      const ready = new Promise<string>((resolve, reject) => {
        child.stdout.on('data', () => {
          const origin = /^Waypost is ready at (\S+)$/m.exec(output)?.[1]
          if (origin) resolve(origin)
        })
        child.on('exit', () => reject(new Error(output)))
      })
      ready.catch(() => {})
      return { child, ready, exited, output: () => output }
    },
    close() {
      for (const child of running) child.kill('SIGKILL')
      rmSync(root, { recursive: true, force: true })
    },
  }
}

/** Makes one call. */
export async function call(origin: string, path: string, token: string | undefined, body?: object) {
  const response = await fetch(origin + path, {
    method: body ? 'POST' : 'GET',
    headers: token ? { 'access-token': token } : {},
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: response.status, body: (await response.json()) as Json }
}

/** Creates an account and returns its token. */
export async function signUp(origin: string, email = 'a@example.org', name?: string): Promise<string> {
  const { body } = await call(origin, '/provider/local/sign-up', undefined, { email, password: 'correct horse', name })
  const account = await call(origin, '/v2/authenticate', undefined, { type: 'local', access_token: body.access_token })
  return account.body.api_key
}

/** Reads all pages of an account's pushes. */
export async function allPushes(origin: string, token: string): Promise<Json[]> {
  const found: Json[] = []
  let cursor: string | undefined
  do {
    const { body } = await call(origin, `/v2/pushes${cursor ? `?cursor=${cursor}` : ''}`, token)
    found.push(...body.pushes)
    cursor = body.cursor
  } while (cursor)
  return found
}
