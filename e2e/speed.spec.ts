import { type Actor, composer, expect, type Page, test } from './actors.ts'

// What is measured here is slowed down by the browser, not by the machine. A machine that is busy with something else may spoil one
// round, a page that is slow spoils all of them.
const rounds = 3

/** Slow 4G as Lighthouse has it, in bytes a second and milliseconds. */
const slow4g = { offline: false, downloadThroughput: 204_800, uploadThroughput: 96_000, latency: 150 }

/** Notes what the browser itself says of how long things took, from before the first script on. */
async function observe(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { interactions: {} as Record<number, { took: number; what: string }>, largest: 0 }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId?: number })[]) {
        const { interactionId: id = 0, duration: took, name } = entry
        if (id > 0 && took > (seen.interactions[id]?.took ?? 0)) seen.interactions[id] = { took, what: name }
      }
    }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
    new PerformanceObserver((list) => {
      seen.largest = Math.max(seen.largest, list.getEntries().at(-1)?.startTime ?? 0)
    }).observe({ type: 'largest-contentful-paint', buffered: true })
  })
}

type Seen = { interactions: Record<number, { took: number; what: string }>; largest: number }
const seenBy = (page: Page) => page.evaluate(() => (window as unknown as { seen: Seen }).seen)

/** Interaction to Next Paint: the slowest interaction in milliseconds, but for one in every fifty. */
async function inp(page: Page): Promise<number> {
  // An entry comes after the frame that it tells of.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  const all = Object.values((await seenBy(page)).interactions).sort((a, b) => b.took - a.took)
  expect(all.length).toBeGreaterThan(0)
  return all[Math.floor(all.length / 50)]?.took ?? 0
}

async function withPeople(alice: Actor, count: number): Promise<void> {
  const emails = Array.from({ length: count }, (_, index) => `person-${String(index).padStart(3, '0')}@example.org`)
  await Promise.all(emails.map((email) => alice.call('/v2/chats', { email })))
  const said = emails.slice(0, 40).flatMap((email) => Array.from({ length: 5 }, (_, index) => ({ email, body: `note ${index}` })))
  await Promise.all(said.map((push) => alice.call('/v2/pushes', { type: 'note', ...push })))
}

test('with 200 targets and a processor slowed down four times, typing, sending and switching answer within 200 ms (acceptance point 4)', async ({
  actor,
}) => {
  test.slow()
  const alice = await actor('alice')
  await withPeople(alice, 200)
  const page = await alice.context.newPage()
  await observe(page)
  await page.goto('/#people/me')
  await expect(page.getByRole('navigation', { name: 'People', exact: true }).getByRole('listitem')).toHaveCount(201)
  await composer(page).click()
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const measured: number[] = []
  for (let round = 0; round < rounds; round++) {
    await page.evaluate(() => {
      ;(window as unknown as { seen: Seen }).seen.interactions = {}
    })
    for (let count = 0; count < 3; count++) {
      await composer(page).pressSequentially('how fast is it?')
      await composer(page).press('Enter')
      await expect(composer(page)).toHaveValue('')
    }
    for (let count = 0; count < 10; count++) {
      const before = page.url()
      await page.keyboard.press('Alt+ArrowDown')
      await expect.poll(() => page.url()).not.toBe(before)
      await expect(composer(page)).toBeFocused()
    }
    for (let count = 0; count < 5; count++) {
      const row = page.getByRole('link', { name: `person-${String(30 - count).padStart(3, '0')}@example.org` }).first()
      await row.click()
      await expect(row).toHaveAttribute('aria-current', 'page')
    }
    measured.push(await inp(page))
    if ((measured.at(-1) ?? 0) <= 200) break
  }
  expect(Math.min(...measured)).toBeLessThanOrEqual(200)
})

test('on slow 4G the landing page and the own pushes from local data show within 2.5 s (acceptance point 5)', async ({
  actor,
  visitor,
}) => {
  test.slow()
  const alice = await actor('alice')
  await withPeople(alice, 20)
  await alice.call('/v2/pushes', { type: 'note', body: 'kept here' })
  const own = await alice.open()
  await expect(own.getByText('kept here')).toBeVisible()
  await expect.poll(() => own.evaluate(() => JSON.stringify(localStorage).includes('kept here'))).toBe(true)
  await own.close()
  for (const [name, start, words] of [
    ['landing page', async () => visitor(), 'What you send is already there.'],
    ['own pushes', async () => alice.context.newPage(), 'kept here'],
  ] as const) {
    const measured: number[] = []
    for (let round = 0; round < rounds; round++) {
      const page = await start()
      await observe(page)
      const browser = await page.context().newCDPSession(page)
      await browser.send('Network.enable')
      await browser.send('Network.setCacheDisabled', { cacheDisabled: true })
      await browser.send('Network.emulateNetworkConditions', slow4g)
      await page.goto(name === 'own pushes' ? '/#people/me' : '/')
      await expect(page.getByText(words).first()).toBeVisible()
      await page.evaluate(() => document.fonts.ready)
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
      measured.push((await seenBy(page)).largest)
      await page.close()
      if ((measured.at(-1) ?? 0) <= 2_500) break
    }
    expect([name, Math.min(...measured) > 0, Math.min(...measured) <= 2_500]).toEqual([name, true, true])
  }
})
