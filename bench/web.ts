import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { startTestServer, type TestServer } from '@waypost/server/test-server'
import { launchOptions } from '../scripts/ensure-browser.mjs'

interface Web extends AsyncDisposable {
  server: TestServer
  /** The iden of the account. */
  owner: string
  browser: Browser
  context: BrowserContext
  page: Page
}

/** Builds the web client, starts a server and a browser, and signs in; no page is open yet. */
export async function openWeb(): Promise<Web> {
  const built = buildWeb()
  const server = await startTestServer()
  const { account } = await server.signUp('bench@example.org', 'Bench')
  const browser = await chromium.launch(launchOptions())
  const signedIn = [{ name: 'account', value: JSON.stringify(account) }]
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    storageState: { cookies: [], origins: [{ origin: server.origin, localStorage: signedIn }] },
  })
  const page = await context.newPage()
  return {
    server,
    owner: account.iden,
    browser,
    context,
    page,
    async [Symbol.asyncDispose]() {
      await browser.close()
      await server.close()
      built.remove()
    },
  }
}

function buildWeb(): { remove(): void } {
  if (process.env.WAYPOST_TEST_WEB) return { remove() {} }
  const folder = mkdtempSync(join(tmpdir(), 'waypost-bench-web-'))
  const root = join(import.meta.dirname, '../packages/web')
  const { status, stderr } = spawnSync('vite', ['build', '--outDir', folder, '--emptyOutDir'], { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`The web client does not build: ${stderr}`)
  process.env.WAYPOST_TEST_WEB = folder
  return {
    remove() {
      delete process.env.WAYPOST_TEST_WEB
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Fills the account's box with people, devices, and notes in their conversations. */
export async function fillBox(
  { server, owner }: Web,
  counts: { people: number; devices: number; pushes: number },
): Promise<void> {
  const { people, devices, pushes } = counts
  const counted = (count: number) =>
    `WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ${count})`
  const start = (Date.now() - pushes * 30_000) * 1_000
  const end = start + pushes * 30e6
  await server.app.db.write(async (tx) => {
    await tx.run(
      `${counted(people)} INSERT INTO chat (iden, owner, active, created, modified, muted, with_email, with_email_normalized, with_name)
       SELECT $1 || 'sjc' || printf('%018d', n), $1, 1, $2 + n, $2 + n, 0, 'p' || n || '@example.org', 'p' || n || '@example.org', 'Person ' || n
       FROM counted`,
      [owner, start],
    )
    if (devices > 0)
      await tx.run(
        `${counted(devices)} INSERT INTO device (iden, owner, active, created, modified, nickname, type)
         SELECT $1 || 'sjd' || printf('%018d', n), $1, 1, $2 + n, $2 + n, 'Device ' || n, 'linux' FROM counted`,
        [owner, start + people],
      )
    // Every tenth note is the user's own, every second of the others is incoming; a quarter have several lines.
    await tx.run(
      `${counted(pushes)} INSERT INTO push (iden, owner, active, created, modified, conversation, type, direction, dismissed, body, with_email, with_email_normalized, with_name)
       SELECT $1 || 'sj' || printf('%018d', n), $1, 1, $2 + n * 30000000, $2 + n * 30000000,
         CASE WHEN n % 10 = 0 THEN 'self' ELSE 'email:p' || (n % ${people} + 1) || '@example.org' END, 'note',
         CASE WHEN n % 10 = 0 THEN 'self' WHEN n % 2 = 0 THEN 'incoming' ELSE 'outgoing' END, 1,
         'note ' || n || CASE WHEN n % 4 = 0 THEN printf('%.' || (n % 7 * 60) || 'c', 'm') ELSE ', a line of an ordinary length' END,
         CASE WHEN n % 10 = 0 THEN NULL ELSE 'p' || (n % ${people} + 1) || '@example.org' END,
         CASE WHEN n % 10 = 0 THEN NULL ELSE 'p' || (n % ${people} + 1) || '@example.org' END,
         CASE WHEN n % 10 = 0 THEN NULL ELSE 'Person ' || (n % ${people} + 1) END
       FROM counted`,
      [owner, start],
    )
    await tx.run('UPDATE box SET stamp = $2 WHERE owner = $1', [owner, end])
  })
}

/** Waits up to a minute until an expression is true in the page. The page's policy forbids Playwright's own way. */
export async function until(page: Page, expression: string): Promise<void> {
  const end = Date.now() + 60_000
  while (!(await page.evaluate<boolean>(expression))) {
    if (Date.now() > end) throw new Error(`This did not become true in the page: ${expression}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
