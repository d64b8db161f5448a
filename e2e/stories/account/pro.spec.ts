import { startTestServer } from '@waypost/server/test-server'
import { headerWords } from '@waypost/web/words/page/header'
import { settings } from '@waypost/web/words/page/shell'
import { proCompare, proPlans, proWords, thankYou } from '@waypost/web/words/pro'
import { proPlan } from '@waypost/web/words/settings'
import { type Actor, expect, test } from '../../actors/actors.ts'
import { card, me, wallet } from '../../actors/checkout.ts'
import { hold } from '../../actors/hold-requests.ts'
import { sentence } from '../../actors/words/sentence.ts'

const makePro = (who: Actor, plan = 'yearly') => who.call('/v3/upgrade-pro', { token_id: `tok_test_${plan}`, plan_id: plan })

test('PRO-001 PRO-002 PRO-003 PRO-004 PRO-005 PRO-006 PRO-007 (deviates) PRO-008 PRO-009 a table compares Free and Pro from 800 px on, a card below', async ({
  visitor,
}) => {
  const page = await visitor({ viewport: { width: 800, height: 900 } })
  await page.goto('/pro')
  await expect(page.getByRole('heading', { level: 1, name: 'Pro' })).toBeFocused()
  const table = page.getByRole('table', { name: proCompare.caption })
  await expect(table.getByRole('columnheader')).toHaveText([proCompare.free, 'Pro'])
  const wanted = [
    ['File size', 'up to 25MB', 'up to 1GB'],
    ['Storage', '2GB', '100GB'],
    ['Messaging', '100 per month', 'unlimited'],
    [proCompare.actions, 'Included', 'Included'],
    [proCompare.clipboard, 'Not included', 'Included'],
  ] as const
  for (const [name, free, pro] of wanted) {
    const row = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })
    await expect(row.getByRole('cell')).toHaveText([free, pro])
  }
  await expect(page.getByText(proWords.refund)).toBeVisible()
  await expect(page.locator('main svg[data-decoration][aria-hidden=true]')).toBeVisible()
  await page.setViewportSize({ width: 799, height: 900 })
  await expect(table).toHaveCount(0)
  const compared = page.getByRole('region', { name: proCompare.caption })
  await expect(compared.getByRole('heading', { level: 3 })).toHaveText(wanted.map(([name]) => name))
  for (const [name, free, pro] of wanted) {
    const item = compared.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
    await expect(item.getByRole('definition')).toHaveText([free, pro])
  }
})

test('PRO-010 PRO-011 PRO-012 PRO-013 PRO-017 PRO-019 a visitor chooses a plan, yearly first, and signs in to buy it', async ({
  visitor,
}) => {
  const page = await visitor()
  await page.goto('/pro')
  const plans = page.getByRole('group', { name: proPlans.legend }).getByRole('radio')
  await expect(plans).toHaveCount(2)
  await expect(plans.first()).toBeChecked()
  await expect(plans.first()).toHaveAccessibleName('Yearly $3.33/mo $39.99 a year')
  await expect(plans.last()).toHaveAccessibleName('Monthly $4.99 every month')
  const byWallet = page.getByRole('link', { name: proWords.wallet })
  await expect(page.getByRole('link', { name: proWords.card })).toHaveAttribute('href', '/signin?next=/pro')
  await expect(page.getByText(proWords.test)).toBeVisible()
  await expect(byWallet).toHaveCount(0)
  await plans.first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(plans.last()).toBeChecked()
  await expect(byWallet).toHaveAttribute('href', '/signin?next=/pro')
  await byWallet.click()
  await expect(page).toHaveURL(/\/signin\?next=\/pro$/)
})

test('PRO-018 PRO-022 with Pro the plan is shown as Selected, and there is nothing to buy', async ({ actor }) => {
  const alice = await actor('alice')
  const page = await alice.open('/pro')
  await expect(card(page)).toBeVisible()
  // Bought elsewhere in the meantime.
  await makePro(alice, 'monthly')
  const plans = page.getByRole('list', { name: proPlans.legend }).getByRole('listitem')
  await expect(plans.filter({ hasText: 'Selected' })).toHaveText(/^Monthly/)
  await expect(plans.filter({ hasText: proPlans.yearly })).not.toContainText('Selected')
  await expect(card(page)).toHaveCount(0)
  await expect(wallet(page)).toHaveCount(0)
  await page.getByRole('link', { name: proWords.manage }).click()
  await expect(page.getByRole('button', { name: 'Cancel Pro' })).toBeVisible()
})

test('PRO-029 confetti flies once for one and a half seconds, and not with reduced motion', async ({ visitor }) => {
  const page = await visitor()
  // The page's clock is advanced by hand.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.goto('/thankyou')
  const confetti = page.locator('main canvas')
  while ((await page.locator('main canvas[data-state=flying]').count()) === 0) await page.clock.runFor(10)
  await page.clock.runFor(1_400)
  await expect(confetti).toHaveAttribute('data-state', 'flying')
  await page.clock.runFor(200)
  await expect(confetti).toHaveAttribute('data-state', 'over')
  const drawn = await confetti.evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [1] }
    return data.some((byte) => byte !== 0)
  })
  expect(drawn).toBe(false)
  const still = await visitor({ reducedMotion: 'reduce' })
  await still.goto('/thankyou')
  await expect(still.getByRole('heading', { level: 1, name: thankYou.title })).toBeVisible()
  await expect(still.locator('canvas')).toHaveCount(0)
})

test('PRO-030 PRO-031 PRO-032 PRO-033 API-064 GAP-026 GAP-078 SETT-001 Pro is cancelled in two presses, and stays until it ends', async ({
  actor,
  server,
}) => {
  const alice = await actor('alice')
  await makePro(alice)
  const page = await alice.open('/#settings/account')
  const section = page.getByRole('region', { name: 'Pro plan' })
  for (const name of ['Connected Accounts', 'Pro plan', 'Access Tokens', 'Delete Account'])
    await expect(page.getByRole('region', { name, exact: true })).toBeVisible()
  await expect(page.getByRole('tab', { name: settings.history })).toBeVisible()
  const begin = section.getByRole('button', { name: 'Cancel Pro' })
  await begin.click()
  await section.getByRole('button', { name: "Don't Cancel Pro" }).click()
  await expect(begin).toBeFocused()
  const words = 'Sorry, cancelling Pro failed. Please try again or email us at help@example.org'
  const otherWords = sentence(proPlan.failedToo, { address: `${server.origin}/support` })
  await page.route('**/v3/downgrade-pro', (route) => route.abort('connectionfailed'), { times: 2 })
  const twice = async () => {
    await begin.click()
    const group = section.getByRole('group', { name: 'Cancel Pro' })
    await expect(group.getByRole('button')).toHaveText(["Don't Cancel Pro", 'Cancel Pro'])
    await group.getByRole('button', { name: 'Cancel Pro', exact: true }).click()
    await expect(group.getByRole('button')).toHaveCount(0)
  }
  await twice()
  await expect(section.getByRole('alert')).toHaveText(otherWords)
  // As the server writes it if an address is configured.
  await page.evaluate(() =>
    document.head.insertAdjacentHTML('beforeend', '<meta name="support-email" content="help@example.org">'),
  )
  await twice()
  await expect(section.getByRole('alert')).toHaveText(words)
  const answer = await hold(page, '**/v3/downgrade-pro')
  await twice()
  await expect(section.getByRole('status').filter({ hasText: proPlan.canceling }).first()).toBeVisible()
  answer()
  await expect(section.getByText(/^Pro is canceled\. You keep it until /)).toBeFocused()
  await expect(begin).toHaveCount(0)
  const account = await me(alice)
  expect(account.pro).toBe(true)
  expect(account.pro_until).toBeGreaterThan(Date.now() / 1_000)
})

test('GAP-080 where no way to pay is set up, nothing offers Pro, and its page says that it is not sold', async ({ browser }) => {
  const server = await startTestServer({ WAYPOST_TEST_CHECKOUT: 'off' })
  const context = await browser.newContext({ baseURL: server.origin })
  try {
    // The first account is the administrator, who has Pro.
    const admin = (await server.signUp('admin@example.org', 'Admin')).account
    const alice = (await server.signUp('alice@example.org', 'Alice')).account
    expect([admin.pro, alice.pro]).toEqual([true, undefined])
    const page = await context.newPage()
    for (const account of [undefined, alice, admin]) {
      await page.goto('/about')
      await page.evaluate((given) => {
        if (given) localStorage.setItem('account', given)
      }, account && JSON.stringify(account))
      for (const place of account ? ['/', '/channels'] : ['/', '/channels', '/signin']) {
        await page.goto(place)
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
        await expect(page.getByRole('link', { name: /\bPro\b/ })).toHaveCount(0)
        await expect(page.getByText(headerWords.proLong)).toHaveCount(0)
      }
      await page.goto('/pro')
      await expect(page.getByRole('heading', { level: 1, name: 'Pro' })).toBeVisible()
      const words = account?.pro ? proWords.have : proWords.unsold
      await expect(page.getByText(words)).toBeVisible()
      await expect(page.getByRole('radio')).toHaveCount(0)
      await expect(page.getByRole('table')).toHaveCount(0)
    }
    await page.goto('/#settings/account')
    await expect(page.getByRole('heading', { level: 2, name: 'Pro plan' })).toBeVisible()
    await expect(page.getByRole('link', { name: proPlan.see })).toHaveCount(0)
    const { body } = await server.request('/v3/upgrade-pro', {
      token: alice.api_key as string,
      body: { token_id: 'tok_test_yearly', plan_id: 'yearly' },
    })
    expect(body.error.code).toBe('payment_failed')
  } finally {
    await context.close()
    await server.close()
  }
})
