import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Account } from '@waypost/protocol'
import { insertToken } from './access-token/rows.ts'
import { insertAccount } from './account/rows.ts'
import { type App, startApp } from './app.ts'
import { busInMemory } from './bus/memory.ts'
import { changer, microseconds } from './change.ts'
import { saveChannel } from './channel/rows.ts'
import { newChannel } from './channel/rules.ts'
import { type Config, readConfig } from './config.ts'
import { openPostgres } from './db/postgres.ts'
import { openSqlite } from './db/sqlite.ts'
import { storeFile } from './db/sqlite-files.ts'
import type { ConnectionLimits } from './http/connection-limits.ts'
import { type Budget, noBudget, noRateLimits, type RateLimits } from './http/rate-limits.ts'
import type { HeldBodies } from './http/reading/held-bodies.ts'
import { accountIden, objectIden } from './iden.ts'
import type { PhonePeerTimes } from './phone-peer/peer.ts'
import { noProcessorLimits, type ProcessorLimits } from './processor/time.ts'
import type * as issuers from './sign-in/oidc/test-issuer.ts'
import { createSignInLink, signInAddress } from './sign-in/sign-in-links.ts'
import { follow } from './subscription/rows.ts'
import { freshEngines, noteCall } from './test-engines.ts'
import { freePort } from './test-ports.ts'
import type { TlsTimes } from './tls/open.ts'
import type * as pushServices from './web-push/test-push-service.ts'

export { unzip } from './everything/test-zip.ts'
export { numbers } from './push/search/test-random.ts'
export { freePort } from './test-ports.ts'

/** Starts a real OpenID provider. Loaded only for tests that use it. */
export const startIssuer = async (options?: Parameters<typeof issuers.startIssuer>[0]): Promise<Issuer> =>
  (await import('./sign-in/oidc/test-issuer.ts')).startIssuer(options)
/** Starts a real push service for browsers. Loaded only for tests that use it. */
export const startPushService = async (): Promise<pushServices.PushService> =>
  (await import('./web-push/test-push-service.ts')).startPushService()
export type Issuer = Awaited<ReturnType<typeof issuers.startIssuer>>

/**
 * A real server on a free port with a temporary folder, for the tests of every package. If `npm run test:engines` has started the large
 * engines, it consists of two nodes on them, and `request` alternates between the nodes.
 */
export interface TestServer {
  /** Of the first node. */
  readonly origin: string
  /** The first node; its `processAll` drains both. */
  readonly app: App
  signUp(email: string, name?: string): Promise<{ token: string; account: Account }>
  request(path: string, options?: TestRequest): Promise<{ status: number; body: Json; headers: Headers }>
  signInLink(email: string): Promise<string>
  /** Resolves once no node accepts a token any more: other nodes learn of its end a moment later. */
  ended(token: string): Promise<void>
  stop(): Promise<void>
  /** Restarts the server on the same port and folder, stopping it first if necessary; serves the web client in `web` from then on. */
  restart(web?: string): Promise<void>
  close(): Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
export type Json = any

interface TestRequest {
  method?: string
  token?: string
  /** An object is sent as JSON, a string unchanged. */
  body?: unknown
  headers?: Record<string, string>
}

const password = 'a password for tests'

/** An empty store with all migrations: running them for each server would take longer than starting it. */
let emptyStore: Buffer | undefined

async function migratedStore(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-empty-'))
  await openSqlite(folder).close()
  const store = readFileSync(join(folder, storeFile))
  rmSync(folder, { recursive: true, force: true })
  return store
}

interface TestOptions {
  /** Only one node, even on the large engines, for limits that each node counts separately. */
  nodes?: 1
  config?: Partial<Config>
  /** Hashes passwords at the real cost instead of a minimal one. */
  usualPasswordCost?: true
  /** Limits on sign-in attempts; none by default. */
  rateLimits?: RateLimits
  /** The rate limit of calls; none by default. */
  budget?: Budget
  /** The time limits for processing user content; none by default. */
  processorLimits?: ProcessorLimits
  bodies?: HeldBodies
  /** Overrides of the default limits of one connection. */
  connectionLimits?: Partial<ConnectionLimits>
  /** Overrides of the default times of certificates. */
  tlsTimes?: Partial<TlsTimes>
  /** Overrides of the default times of the phone program. */
  phoneTimes?: Partial<PhonePeerTimes>
}

/** Starts a server. `environment` adds variables to its environment. */
export async function startTestServer(environment: Record<string, string> = {}, options: TestOptions = {}): Promise<TestServer> {
  const data = mkdtempSync(join(tmpdir(), 'waypost-test-'))
  const engines = await freshEngines()
  emptyStore ??= await migratedStore()
  if (!engines) writeFileSync(join(data, storeFile), emptyStore)
  // A story may use a web client that was built elsewhere.
  let web = process.env.WAYPOST_TEST_WEB
  // Tests fetch nothing from the network unless they opt in.
  const unless = { WAYPOST_TEST_CHECKOUT: 'on', WAYPOST_PREVIEWS: 'off' }
  const settings = { WAYPOST_DATA: data, WAYPOST_LOG: 'error', ...unless, ...engines, ...environment }
  const start = (port: string, more: Record<string, string> = {}) =>
    startApp(
      // Tests sign up without the link that a server on a public address prints.
      { ...readConfig({ ...more, ...settings, WAYPOST_PORT: port }), setup: false, ...options.config },
      {
        checkOutput: true,
        observe: (what, status) => status < 400 && noteCall('made', what),
        rateLimits: options.rateLimits ?? noRateLimits,
        // Tests should not spend time on hashing.
        ...(options.usualPasswordCost ? {} : { passwordCost: { memoryCost: 8, timeCost: 1 } }),
        budget: options.budget ?? noBudget,
        processorLimits: options.processorLimits ?? noProcessorLimits,
        ...(options.bodies && { bodies: options.bodies }),
        connectionLimits: options.connectionLimits ?? {},
        tlsTimes: options.tlsTimes ?? {},
        phoneTimes: options.phoneTimes ?? {},
        ...(web && { web }),
      },
    )
  // It may be restarted there.
  let app = await start(String(await freePort()))
  const { origin } = app
  for (const { name } of app.calls) noteCall('has', name)
  // All nodes have the same origin for browsers.
  const startSecond = async () => (engines && options.nodes !== 1 ? await start('0', { WAYPOST_ORIGIN: origin }) : undefined)
  let second = await startSecond()
  let running = true
  let requests = 0

  /** The address that a node listens on, which may differ from its origin. */
  const addressOf = ({ http }: App) => `http://localhost:${(http.server.address() as { port: number }).port}`
  const nextOrigin = () => (second && requests++ % 2 === 1 ? addressOf(second) : origin)

  async function request(path: string, { method, token, body, headers }: TestRequest = {}) {
    const response = await fetch(nextOrigin() + path, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: { ...(token === undefined ? {} : { 'access-token': token }), ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text), headers: response.headers }
  }

  async function ended(token: string) {
    const refused = async () => (await request('/v2/users/me', { token })).status === 401
    // Consecutive requests go to different nodes.
    while (!(await refused()) || !(await refused())) await new Promise(setImmediate)
  }

  async function stop() {
    if (!running) return
    running = false
    await Promise.all([app.close(), second?.close()])
  }

  return {
    origin,
    get app() {
      return second ? { ...app, jobs: jobsOfBoth(app, second) } : app
    },
    request,
    async signUp(email, name) {
      const { body: granted } = await request('/provider/local/sign-up', { body: { email, password, name } })
      const { body: account } = await request('/v2/authenticate', { body: { type: 'local', access_token: granted.access_token } })
      return { token: account.api_key, account }
    },
    signInLink: async (email) => signInAddress(origin, await app.db.write((tx) => createSignInLink(tx, email))),
    ended,
    stop,
    async restart(newWeb) {
      await stop()
      web = newWeb ?? web
      app = await start(new URL(origin).port)
      second = await startSecond()
      running = true
    },
    async close() {
      await stop()
      rmSync(data, { recursive: true, force: true })
    },
  }
}

/** The first node's jobs; processing them runs on both nodes, because either may have claimed a job. */
function jobsOfBoth(first: App, second: App): App['jobs'] {
  // Between two slices a job is due without a lease. A failed job waits for its next attempt, which may already be due.
  const isLeft = 'SELECT 1 AS one FROM job WHERE failed = 0 AND (lease IS NOT NULL OR (at <= $1 AND last_error IS NULL))'
  return {
    ...first.jobs,
    async processAll(later) {
      await second.jobs.processAll()
      await first.jobs.processAll(later)
      do await second.jobs.processAll()
      while (await first.db.one(isLeft, [microseconds()]))
    },
  }
}

/**
 * Writes accounts directly into a store that no server uses (a data folder, or a PostgreSQL address), and returns each with a token. They
 * have no password and are for measurements that need thousands.
 */
export async function fillAccounts(store: string, count: number): Promise<{ iden: string; email: string; token: string }[]> {
  const db = await openStore(store)
  const people = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const email = `person-${index}@example.org`
      const iden = accountIden()
      const token = await db.write(async (tx) => {
        const now = microseconds()
        const who = { iden, email, email_normalized: email, name: `Person ${index}`, image_url: null }
        await insertAccount(tx, { ...who, created: now, modified: now, admin: 0, email_proven: 1 })
        return insertToken(tx, iden)
      })
      return { iden, email, token }
    }),
  )
  await db.close()
  return people
}

/** Writes a channel with followers directly into a store that no server uses. */
export async function fillChannel(store: string, tag: string, owner: string, followers: readonly string[]): Promise<void> {
  const db = await openStore(store)
  const change = changer(db, busInMemory(console.error))
  const channel = await change([owner], (tx) => saveChannel(tx, newChannel(objectIden(owner), owner, tag)))
  // All of them update the channel's row, so concurrent writes would only wait for each other.
  for (let start = 0; start < followers.length; start += 100) {
    const some = followers.slice(start, start + 100)
    await change(some, async (tx) => {
      for (const follower of some) await follow(tx, follower, channel)
    })
  }
  await db.close()
}

/**
 * Writes notes, one per minute until now, directly into an account's box in a store that no server uses. Every third has the word
 * 'meeting', every thousandth one of 'zanzibar0' to 'zanzibar99', and each one of 'v0' to 'v96' and one of 20,011 words that begin with
 * 'w'.
 */
export async function fillPushes(store: string, owner: string, count: number): Promise<void> {
  const db = await openStore(store)
  await db.write(async (tx) => {
    await tx.lockBoxes([owner])
    const start = microseconds() - count * 60e6
    await tx.run(
      `INSERT INTO push (iden, owner, active, created, modified, conversation, type, direction, dismissed, body)
       WITH RECURSIVE counted (n) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT n + 1 FROM counted WHERE n < ${count})
       SELECT $1 || 'sj' || CAST(100000000 + n AS TEXT), $1, 1, CAST($2 AS BIGINT) + n * 60000000, CAST($2 AS BIGINT) + n * 60000000, 'self',
         'note', 'self', 1, 'note ' || n || ' about w' || (n * 7919 % 20011) || ' and v' || (n % 97) || ', a line of an ordinary length'
         || CASE WHEN n % 3 = 0 THEN ' before the meeting' ELSE '' END
         || CASE WHEN n % 1000 = 77 THEN ' on zanzibar' || (n / 1000 % 100) ELSE '' END
       FROM counted`,
      [owner, start],
    )
    tx.keepStamp(owner, start + count * 60e6)
  })
  await db.close()
}

/** Marks a box in a store that no server uses as always indexed, so that pushes to it cost nothing more. */
export async function neverIndex(store: string, owner: string): Promise<void> {
  const db = await openStore(store)
  await db.write(async (tx) => {
    await tx.lockBoxes([owner])
    tx.keepStamp(owner, 1)
    await tx.run('UPDATE box SET cut_to = $2, indexed = $2 WHERE owner = $1', [owner, Number.MAX_SAFE_INTEGER])
  })
  await db.close()
}

const openStore = async (store: string) => (store.startsWith('postgres://') ? openPostgres(store) : openSqlite(store))
