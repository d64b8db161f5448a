import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Account } from '@waypost/protocol'
import { insertAccount, insertToken } from './account/rows.ts'
import { type App, startApp } from './app.ts'
import { microseconds } from './change.ts'
import { readConfig } from './config.ts'
import { openSqlite } from './db/sqlite.ts'
import { accountIden } from './iden.ts'

/** A real server on a free port over a temporary folder, for the tests of every package. */
export interface TestServer {
  readonly origin: string
  readonly app: App
  /** Makes an account through the built-in provider and signs in. */
  signUp(email: string, name?: string): Promise<{ token: string; account: Account }>
  /** Makes a raw request; the body goes as JSON. */
  request(path: string, options?: TestRequest): Promise<{ status: number; body: Json; headers: Headers }>
  stop(): Promise<void>
  /** Starts again on the same port over the same folder, after `stop` or in its place. */
  restart(): Promise<void>
  /** Stops and removes the folder. */
  close(): Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
export type Json = any

export interface TestRequest {
  method?: string
  token?: string
  /** An object goes as JSON, a text as it is. */
  body?: unknown
  headers?: Record<string, string>
}

const password = 'a password for tests'

/** Starts a server. `environment` adds to what it reads its settings from. */
export async function startTestServer(environment: Record<string, string> = {}): Promise<TestServer> {
  const data = mkdtempSync(join(tmpdir(), 'waypost-test-'))
  const start = (port: string) =>
    startApp(readConfig({ WAYPOST_DATA: data, WAYPOST_PORT: port, WAYPOST_LOG: 'error', ...environment }), { checkAnswers: true })
  let app = await start('0')
  let running = true
  const { origin } = app

  async function request(path: string, { method, token, body, headers }: TestRequest = {}) {
    const response = await fetch(origin + path, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: { ...(token === undefined ? {} : { 'access-token': token }), ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text), headers: response.headers }
  }

  async function stop() {
    if (!running) return
    running = false
    await app.close()
  }

  return {
    origin,
    get app() {
      return app
    },
    request,
    async signUp(email, name) {
      const { body: granted } = await request('/provider/local/sign-up', { body: { email, password, name } })
      const { body: account } = await request('/v2/authenticate', { body: { type: 'local', access_token: granted.access_token } })
      return { token: account.api_key, account }
    },
    stop,
    async restart() {
      await stop()
      app = await start(new URL(origin).port)
      running = true
    },
    async close() {
      await stop()
      rmSync(data, { recursive: true, force: true })
    },
  }
}

/**
 * Writes accounts straight into a data folder that no server uses yet, and answers them with a token each. Nobody can sign in to them
 * by password; they are for measurements that need thousands.
 */
export async function fillAccounts(folder: string, count: number): Promise<{ iden: string; email: string; token: string }[]> {
  const db = openSqlite(folder)
  const people = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const email = `person-${index}@example.org`
      const iden = accountIden()
      const token = await db.write(async (tx) => {
        const now = microseconds()
        const who = { iden, email, email_normalized: email, name: `Person ${index}`, image_url: null }
        await insertAccount(tx, { ...who, created: now, modified: now, admin: 0 })
        return insertToken(tx, iden)
      })
      return { iden, email, token }
    }),
  )
  await db.close()
  return people
}
