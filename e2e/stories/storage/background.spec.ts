import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { composer, expect, history, test } from '../../actors/actors.ts'
import { closeOffline, expectArrived, goOffline, openStored, pushesOf, waitingIn, writeAway } from '../../actors/waiting.ts'

test.use({ serviceWorkers: 'allow' })

const executablePath = process.env.WAYPOST_FULL_CHROMIUM
test.skip(!executablePath, 'This Chromium has no Background Sync.')

test('PUSH-019 PUSH-026 the service worker sends the outbox after the last tab was closed, once each, with its files', async ({
  server,
}) => {
  await server.signUp('operator@example.org')
  const [alice, bob] = await Promise.all(
    ['alice', 'bob'].map(async (name) => {
      const { token, account } = await server.signUp(`${name}@example.org`, name)
      return { account, call: (path: string) => server.request(path, { token }) }
    }),
  )
  if (!alice || !bob) throw new Error('Nobody signed up.')
  // Private windows, which stories use, have no Background Sync.
  const profile = mkdtempSync(join(tmpdir(), 'waypost-profile-'))
  const args = ['--no-sandbox', '--disable-gpu']
  const context = await chromium.launchPersistentContext(profile, {
    baseURL: server.origin,
    serviceWorkers: 'allow',
    executablePath,
    args,
  })
  try {
    const other = await context.newPage()
    const devtools = await context.newCDPSession(other)
    const registered = new Promise<string>((resolve) => {
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [found] }) => {
        if (found) resolve(found.registrationId)
      })
    })
    await other.goto('/icon.svg')
    await other.evaluate((given) => localStorage.setItem('account', given), JSON.stringify(alice.account))
    await devtools.send('ServiceWorker.enable')
    const first = await context.newPage()
    await first.goto('/#people/bob@example.org')
    await openStored(first)
    await first.evaluate(() => navigator.serviceWorker.ready)
    const registrationId = await registered

    await goOffline(context)
    await writeAway(first)
    // The window asks the browser to report when there is a network.
    const tags = () =>
      first.evaluate(async () => {
        const { sync } = (await navigator.serviceWorker.ready) as unknown as { sync: { getTags(): Promise<string[]> } }
        return sync.getTags()
      })
    await expect.poll(tags).toEqual(['outbox'])
    expect(await pushesOf(bob)).toEqual([])
    await closeOffline(first)
    await context.setOffline(false)
    // The browser notifies the worker when it chooses to, here at once.
    const origin = server.origin
    await devtools.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag: 'outbox', lastChance: false })
    await expectArrived(alice, bob)
    await expect.poll(() => waitingIn(other)).toEqual([0, 0])
    const page = await context.newPage()
    await page.goto('/#people/bob@example.org')
    await expect(history(page).getByRole('article')).toHaveCount(10)
    await expect(composer(page)).toHaveValue('not sent yet')
    expect(await pushesOf(bob)).toHaveLength(10)
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
})
