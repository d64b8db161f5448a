import { headerWords } from '@waypost/web/words/page/header'
import { type Actor, composer, expect, type Page, say, test } from '../../actors/actors.ts'
import { storedIn } from '../../actors/database.ts'
import { goOffline, openStored, pushesOf, waitingIn } from '../../actors/waiting.ts'
import { sentence } from '../../actors/words/sentence.ts'

// Windows that are slow, or stay open for a while after a sign-out, write nothing more to the database.

const signOut = async (page: Page) => {
  page.on('dialog', (dialog) => void dialog.accept())
  await page.getByRole('button', { name: sentence(headerWords.account, { name: 'Alice' }) }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
}
const expectSignedOut = (page: Page) => expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()

/** The database only opens on `arrive`, which resolves once it is open. `giveUp` makes the window stop waiting for it. */
async function openSlow(actor: Actor): Promise<{ page: Page; arrive(): Promise<void>; giveUp(): Promise<void> }> {
  const page = await actor.context.newPage()
  await page.addInitScript(openLate)
  await page.goto('/#people/me')
  await expect(composer(page)).toBeVisible()
  await expect.poll(() => page.evaluate(() => 'isAsked' in window)).toBe(true)
  return {
    page,
    async arrive() {
      await page.evaluate('window.openNow()')
    },
    async giveUp() {
      await page.evaluate('window.waitNoLonger()')
    },
  }
}

/**
 * Runs in the page: holds requests to open a database until `openNow` is called; after that they pass at once. `waitNoLonger` runs the
 * timeouts set for five seconds.
 */
function openLate(): void {
  const after = window.setTimeout.bind(window)
  const long: TimerHandler[] = []
  const setTimeout = (work: TimerHandler, wait?: number, ...more: unknown[]) =>
    wait === 5_000 ? -long.push(work) : after(work, wait, ...more)
  const waitNoLonger = () => {
    for (const work of long.splice(0)) (work as () => void)()
  }
  Object.assign(window, { setTimeout, waitNoLonger })
  const open = indexedDB.open.bind(indexedDB)
  const going = Promise.withResolvers<void>()
  const opened = Promise.withResolvers<void>()
  let isLate = true
  const openNow = () => {
    isLate = false
    going.resolve()
    return opened.promise
  }
  Object.assign(window, { openNow })
  indexedDB.open = (...database) => {
    if (!isLate) return open(...database)
    Object.assign(window, { isAsked: true })
    const listeners: Parameters<IDBOpenDBRequest['addEventListener']>[] = []
    let request: IDBOpenDBRequest | undefined
    void going.promise.then(() => {
      request = open(...database)
      for (const listener of listeners) request.addEventListener(...listener)
      request.addEventListener('success', () => opened.resolve())
    })
    return Object.create(IDBOpenDBRequest.prototype, {
      addEventListener: { value: (...listener: Parameters<IDBOpenDBRequest['addEventListener']>) => listeners.push(listener) },
      removeEventListener: { value: () => {} },
      result: { get: () => request?.result },
      error: { get: () => request?.error },
      transaction: { get: () => request?.transaction },
    })
  }
}

test('AUTH-039 SYNC-007 a window whose storage opens late, or not at all, leaves alone what the next account keeps here', async ({
  actor,
}) => {
  const [alice, bob] = [await actor('alice'), await actor('bob')]
  const { page: late, arrive, giveUp } = await openSlow(alice)
  const account = { ...(await bob.call('/v2/users/me')).body, api_key: bob.token }
  // A window suspended by the browser doesn't notice it.
  await late.evaluate((given) => localStorage.setItem('account', given), JSON.stringify(account))
  const page = await openStored(await alice.context.newPage().then((each) => each.goto('/#people/me').then(() => each)))
  await goOffline(alice.context)
  await say(page, 'mine')
  await expect.poll(() => waitingIn(page)).toEqual([1, 0])
  // A value just written waits in local storage.
  const written = JSON.stringify({
    guid: 'written',
    created: Date.now() / 1_000,
    fields: { type: 'note', body: 'written' },
    user: account.iden,
  })
  await late.evaluate((text) => localStorage.setItem('outbox.written', text), written)
  await giveUp()
  expect(await late.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('outbox.')))).toEqual([
    'outbox.written',
  ])
  await arrive()
  expect(await waitingIn(late)).toEqual([1, 0])
  await alice.context.setOffline(false)
  await expect.poll(async () => (await pushesOf(bob)).map(({ body }) => body)).toEqual(['mine'])
  expect(await pushesOf(alice)).toEqual([])
  expect(await late.evaluate(() => localStorage.getItem('outbox.written'))).toBe(written)
})

test('AUTH-039 a window that waits for the provider of the sign-in after signing out writes nothing more to the database', async ({
  actor,
}) => {
  const alice = await actor('alice')
  // Idle callbacks wait, too.
  await alice.context.addInitScript(() => {
    const idle: (() => void)[] = []
    Object.assign(window, { idle, requestIdleCallback: (run: () => void) => idle.push(run) })
  })
  const answered = Promise.withResolvers<void>()
  await alice.context.route('**/v3/sign-out', async (route) => {
    await answered.promise
    await route.fulfill({ json: {} })
  })
  const first = await alice.open()
  await expect(composer(first)).toBeVisible()
  await first.evaluate(() => {
    localStorage.setItem('signed_in_with', 'oidc')
    localStorage.setItem('e2e_key', 'c2VjcmV0')
  })
  await first.close()
  const page = await alice.open()
  await expect(composer(page)).toBeVisible()
  const idle = () => page.evaluate(() => (window as unknown as { idle: unknown[] }).idle.length)
  await expect.poll(idle).toBeGreaterThan(0)
  await signOut(page)
  await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0)
  await expect.poll(() => page.evaluate(() => indexedDB.databases())).toEqual([])

  await page.evaluate(() => {
    for (const run of (window as unknown as { idle: (() => void)[] }).idle) run()
  })
  const nothing = { texts: [], files: [], pushes: [] }
  expect(await storedIn(page)).toEqual(nothing)
  answered.resolve()
  await expectSignedOut(page)
  expect(await storedIn(page)).toEqual(nothing)
})

test('AUTH-039 signing out empties the database also where another window does not let go of it', async ({ actor }) => {
  const alice = await actor('alice')
  const page = await openStored(await alice.open())
  const other = await alice.context.newPage()
  await other.goto('/icon.svg')
  const counted = () =>
    other.evaluate(async () => {
      const { db } = window as unknown as { db: IDBDatabase }
      const transaction = db.transaction(db.objectStoreNames)
      const counts = [...db.objectStoreNames].map((name) => transaction.objectStore(name).count())
      await new Promise((resolve) => transaction.addEventListener('complete', resolve))
      return Object.fromEntries(counts.map(({ source, result }) => [(source as IDBObjectStore).name, result]))
    })
  await other.evaluate(async () => {
    const opening = indexedDB.open('waypost')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const db = opening.result
    Object.assign(window, { db })
    const writing = db.transaction(db.objectStoreNames, 'readwrite')
    writing.objectStore('files').put(new Blob(['secret']), 'guid')
    writing.objectStore('shares').put({ at: Date.now(), title: 'secret', text: '', url: '', files: [] }, 'id')
    await new Promise((resolve) => writing.addEventListener('complete', resolve))
  })
  expect(await counted()).toMatchObject({ files: 1, shares: 1 })
  await signOut(page)
  await expectSignedOut(page)
  expect(await counted()).toEqual({ files: 0, pushes: 0, shares: 0, texts: 0 })
})
