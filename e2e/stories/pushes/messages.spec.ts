import { expect, history, say, test } from '../../actors/actors.ts'
import { expectReadOut } from '../../actors/read-out.ts'

test("HIST-009 HIST-010 a time bar is shown after gaps of more than 15 minutes, none at 15; 'Sent' is for recent pushes (acceptance point 20)", async ({
  actor,
  server,
}) => {
  const alice = await actor('alice')
  for (const body of ['one', 'two', 'three']) await alice.call('/v2/pushes', { type: 'note', body })
  const now = Date.now() * 1_000
  const minute = 60e6
  const move = (body: string, ago: number) =>
    server.app.db.write((tx) => tx.run('UPDATE push SET created = $2 WHERE body = $1', [body, now - ago]))
  await move('one', 40 * minute)
  await move('two', 25 * minute)
  await move('three', 9.5 * minute)
  const page = await alice.open()
  const article = (name: string) => history(page).getByRole('article', { name: new RegExp(`message: ${name},`) })
  await expect(article('three')).toBeVisible()
  await expect(article('two').locator('time')).toHaveCount(1)
  await expect(article('three').locator('time')).toHaveCount(2)
  await expect(history(page).getByText('9 minutes ago')).toBeVisible()
  await say(page, 'four')
  await expect(history(page).getByText('Sent', { exact: true })).toBeVisible()
  await expect(history(page).getByText('9 minutes ago')).toHaveCount(0)
})

test('HIST-002 bubbles are never wider than min(500, main - 100), and actions are beside them (acceptance point 17)', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  const long =
    'Almost. Sending the file from my laptop, and this is a longer line so that the bubble wraps at its greatest width. '.repeat(
      3,
    )
  await bob.call('/v2/pushes', { type: 'note', body: long, email: alice.email })
  await alice.call('/v2/pushes', { type: 'link', url: `https://example.org/${'x'.repeat(200)}`, email: bob.email })
  await alice.call('/v2/pushes', { type: 'note', body: long, email: bob.email })
  const page = await alice.open('/#people/bob@example.org')
  for (const [width, most] of [
    [320, 220],
    [390, 290],
    [528, 300],
    [768, 374],
    [900, 350],
    [1280, 500],
    [1440, 500],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await expect(history(page).getByRole('article')).toHaveCount(3)
    for (const item of await history(page).getByRole('article').all()) {
      const bubble = item.locator('[data-state]').first()
      await expect.poll(async () => Math.round((await bubble.boundingBox())?.width ?? 0)).toBeLessThanOrEqual(most)
      await item.hover()
      const button = item.getByRole('button', { name: width < 1280 ? 'Message actions' : 'Reply' })
      await expect(button).toBeVisible()
      const [plate, beside] = [await bubble.boundingBox(), await button.boundingBox()]
      if (!plate || !beside) throw new Error('They have no place.')
      const apart = beside.x >= plate.x + plate.width || beside.x + beside.width <= plate.x
      expect([width, apart]).toEqual([width, true])
      expect(beside.x).toBeGreaterThanOrEqual(0)
      expect(beside.x + beside.width).toBeLessThanOrEqual(width)
    }
  }
})

test('HIST-011 HIST-012 GAP-074 (deviates) every type has its icon and its card, and can be deleted; only http addresses are links', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const lines = Array.from({ length: 12 }, (_, index) => `thing ${index + 1}`)
  const pushes = [
    { type: 'note', body: 'see https://example.org, not javascript:alert(1)' },
    { type: 'link', url: 'https://example.org/plan', title: 'Venue plan' },
    { type: 'address', title: 'Harbour Hall', body: '4 Quay Street' },
    { type: 'list', title: 'Shopping', items: lines },
    { type: 'file', file_name: 'plan.pdf', file_type: 'application/pdf', file_url: 'https://example.org/plan.pdf' },
  ]
  for (const push of pushes) expect((await alice.call('/v2/pushes', push)).status).toBe(200)
  const page = await alice.open()
  const items = history(page).getByRole('article')
  await expect(items).toHaveCount(5)
  const icons = { note: 'message-square', link: 'link', address: 'map-pin', list: 'list', file: 'paperclip' }
  for (const [index, [type, icon]] of Object.entries(icons).entries()) {
    await items.nth(index).hover()
    const shown = items.nth(index).locator(`[data-type=${type}]`).last()
    await expect(shown).toBeVisible()
    await expect(shown).toHaveClass(new RegExp(`lucide-${icon}( |$)`))
    await items.nth(index).getByRole('button', { name: 'Message actions' }).click()
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
    await page.keyboard.press('Escape')
  }
  await expect(items.nth(0).getByRole('link')).toHaveCount(1)
  await expect(items.nth(1).getByRole('link', { name: 'Venue plan' })).toHaveAttribute('rel', /noopener/)
  // The card of an address clips everything outside it.
  await items.nth(2).hover()
  for (const words of ['Harbour Hall', '4 Quay Street']) await expect(items.nth(2).getByText(words)).toBeInViewport({ ratio: 1 })
  await expect(items.nth(3).getByRole('listitem')).toHaveCount(8)
  await items.nth(3).getByRole('button', { name: 'Show all 12' }).click()
  await expect(items.nth(3).getByRole('listitem')).toHaveCount(12)
  await expectReadOut(page, 'every type')
})
