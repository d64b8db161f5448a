import type { Page } from '@playwright/test'
import { startTestServer } from '@waypost/server/test-server'
import { screens } from '../../actors/accessibility.ts'
import { type Actor, expect, test } from '../../actors/actors.ts'
import { hold } from '../../actors/hold-requests.ts'
import { expectReadOut } from '../../actors/read-out.ts'
import { startStripe } from '../../actors/stripe.ts'

/** Presses a button that closes its window, which may be gone before Playwright learns of the press. */
async function pressLast(popup: Page, name: string): Promise<void> {
  const closed = popup.waitForEvent('close')
  await popup
    .getByRole('button', { name })
    .click()
    .catch((error: unknown) => {
      if (!popup.isClosed()) throw error
    })
  await closed
}

const card = (page: Page) => page.getByRole('button', { name: 'Pay with card' })
const wallet = (page: Page) => page.getByRole('button', { name: 'Pay with PayPal' })

/** Opens the card checkout. */
async function openCheckout(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await card(page).click()
  return opened
}

const me = async (who: Actor) => (await who.call('/v2/users/me')).body
const makePro = (who: Actor, plan = 'yearly') => who.call('/v3/upgrade-pro', { token_id: `tok_test_${plan}`, plan_id: plan })

test('PRO-001 PRO-002 PRO-003 PRO-004 PRO-005 PRO-006 PRO-007 PRO-008 PRO-009 a table compares Free and Pro from 800 px on, a card below', async ({
  visitor,
}) => {
  const page = await visitor({ viewport: { width: 800, height: 900 } })
  await page.goto('/pro')
  await expect(page.getByRole('heading', { level: 1, name: 'Pro' })).toBeFocused()
  const table = page.getByRole('table', { name: 'Free and Pro compared' })
  await expect(table.getByRole('columnheader')).toHaveText(['Free', 'Pro'])
  const wanted = [
    ['File size', 'up to 25MB', 'up to 1GB'],
    ['Storage', '2GB', '100GB'],
    ['Messaging', '100 per month', 'unlimited'],
    ['Mirrored notification actions', 'Not included', 'Included'],
    ['Universal copy and paste', 'Not included', 'Included'],
  ] as const
  for (const [name, free, pro] of wanted) {
    const row = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })
    await expect(row.getByRole('cell')).toHaveText([free, pro])
  }
  await expect(page.getByText('Cancel within 72 hours for a full refund.')).toBeVisible()
  await expect(page.locator('main svg[data-decoration][aria-hidden=true]')).toBeVisible()
  await page.setViewportSize({ width: 799, height: 900 })
  await expect(table).toHaveCount(0)
  const compared = page.getByRole('region', { name: 'Free and Pro compared' })
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
  const plans = page.getByRole('group', { name: 'Plan' }).getByRole('radio')
  await expect(plans).toHaveCount(2)
  await expect(plans.first()).toBeChecked()
  await expect(plans.first()).toHaveAccessibleName('Yearly $3.33/mo $39.99 a year')
  await expect(plans.last()).toHaveAccessibleName('Monthly $4.99 every month')
  const byWallet = page.getByRole('link', { name: 'Pay with PayPal' })
  await expect(page.getByRole('link', { name: 'Pay with card' })).toHaveAttribute('href', '/signin?next=/pro')
  await expect(page.getByText('This server has a test checkout: no money moves.')).toBeVisible()
  await expect(byWallet).toHaveCount(0)
  await plans.first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(plans.last()).toBeChecked()
  await expect(byWallet).toHaveAttribute('href', '/signin?next=/pro')
  await byWallet.click()
  await expect(page).toHaveURL(/\/signin\?next=\/pro$/)
})

for (const screen of screens) {
  test(`PRO-014 PRO-015 PRO-020 PRO-021 PRO-029 API-062 by card Pro is bought through a window, and the account shows it live, ${screen.viewport.width} px`, async ({
    actor,
  }) => {
    const alice = await actor('alice', screen)
    const other = await alice.open('/#settings/account')
    await expect(other.getByText('This account is on the Free plan.')).toBeVisible()
    const page = await alice.open('/pro')
    const answer = await hold(page, '**/v3/upgrade-pro')
    const asked = page.waitForRequest('**/v3/upgrade-pro')
    const popup = await openCheckout(page)
    await expect(popup.getByText('$39.99 for a year, then again each year until you cancel.')).toBeVisible()
    await expect(popup.getByText(/no money moves/)).toBeVisible()
    await expect(page.getByText('The payment goes on in the window that opened.')).toBeVisible()
    await expectReadOut(page.getByRole('main'), `payment under way, ${screen.viewport.width} px`)
    await expect(page.getByRole('radio').first()).toBeDisabled()
    await pressLast(popup, 'Pay $39.99')
    await expect(page.getByRole('status').filter({ hasText: 'Upgrading...' })).toBeVisible()
    expect((await asked).postDataJSON()).toEqual({ token_id: expect.stringMatching(/^tok_test_\w+$/), plan_id: 'yearly' })
    answer()
    await expect(page).toHaveURL(/\/thankyou$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Thank you!' })).toBeFocused()
    await expect(page.getByText('This account is on the Pro plan.', { exact: false })).toBeVisible()
    await expect(other.getByText('This account is on the Pro plan, for $39.99 a year.')).toBeVisible()
    expect(await me(alice)).toMatchObject({ pro: true, plan_id: 'yearly' })
  })
}

test('PRO-018 PRO-022 with Pro the plan is shown as Selected, and there is nothing to buy', async ({ actor }) => {
  const alice = await actor('alice')
  const page = await alice.open('/pro')
  await expect(card(page)).toBeVisible()
  await expectReadOut(page.getByRole('main'), 'paid already')
  // Bought elsewhere in the meantime.
  await makePro(alice, 'monthly')
  const plans = page.getByRole('list', { name: 'Plan' }).getByRole('listitem')
  await expect(plans.filter({ hasText: 'Selected' })).toHaveText(/^Monthly/)
  await expect(plans.filter({ hasText: 'Yearly' })).not.toContainText('Selected')
  await expect(card(page)).toHaveCount(0)
  await expect(wallet(page)).toHaveCount(0)
  await page.getByRole('link', { name: 'Manage your plan' }).click()
  await expect(page.getByRole('button', { name: 'Cancel Pro' })).toBeVisible()
})

test('PRO-014 PRO-021 a declined card, a closed window and a lost network change nothing, and can be retried', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const page = await alice.open('/pro')
  const first = await openCheckout(page)
  await pressLast(first, 'Cancel')
  await expect(page.getByText('The payment goes on in the window that opened.')).toHaveCount(0)
  await expect(card(page)).not.toHaveAttribute('aria-disabled')
  const second = await openCheckout(page)
  await pressLast(second, 'Pay with a card that is declined')
  await expect(page.getByRole('alert').filter({ hasText: 'The test card was declined.' })).toBeVisible()
  expect(await me(alice)).not.toHaveProperty('pro')
  // Another press opens no second window, and buys once.
  const tokens: string[] = []
  await page.route('**/v3/upgrade-pro', async (route) => {
    tokens.push(route.request().postDataJSON().token_id)
    if (tokens.length === 1) await route.abort('connectionfailed')
    else await route.continue()
  })
  const third = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Try again' }).click()
  await pressLast(await third, 'Pay $39.99')
  await expect(page.getByRole('alert').filter({ hasText: 'Could not connect to server' }).first()).toBeAttached()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page).toHaveURL(/\/thankyou$/)
  expect(tokens[0]).toBe(tokens[1])
})

test('PRO-016 (deviates) a blocked window is logged; no banner, only text beside the button and another try', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const page = await alice.open('/pro')
  await page.evaluate(() => {
    Object.assign(window, { open: () => null, opens: window.open })
  })
  await card(page).click()
  await expect(page.getByText('The payment window did not open.')).toBeVisible()
  await expectReadOut(page.getByRole('main'), 'window did not open')
  await expect(page.locator('[data-banner]')).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const log = await page.evaluate(() => sessionStorage.getItem('log') ?? '')
  expect(log).toContain('"web_card_popup_unavailable"')
  await page.evaluate(() => {
    Object.assign(window, { open: (window as { opens?: unknown }).opens })
  })
  const popup = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Try again' }).click()
  await (await popup).getByRole('button', { name: 'Pay $39.99' }).waitFor()
  await expect(page.getByText('The payment window did not open.')).toHaveCount(0)
})

test('PRO-017 PRO-023 PRO-027 PRO-028 API-063 API-065 GAP-066 GAP-090 Pro is bought monthly by wallet, approved on our own page', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const page = await alice.open('/pro')
  await expect(card(page)).toBeVisible()
  await expect(wallet(page)).toHaveCount(0)
  await page.getByRole('radio', { name: /^Monthly/ }).check()
  await wallet(page).click()
  await expect(page).toHaveURL(/\/paypal-payment-approve\?token=EC-test/)
  const token = new URL(page.url()).searchParams.get('token')
  const remembered = () => page.evaluate(() => localStorage.getItem('proPlan'))
  expect(await remembered()).toBe('monthly')
  await expect(page.getByText('Pro costs $4.99 every month, until you cancel it.')).toBeVisible()
  await expectReadOut(page.getByRole('main'), 'approval')
  const answer = await hold(page, '**/v3/upgrade-pro')
  const asked = page.waitForRequest('**/v3/upgrade-pro')
  await page.getByRole('button', { name: 'Pay $4.99' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Paying...' })).toBeVisible()
  expect((await asked).postDataJSON()).toEqual({ type: 'paypal', paypal_token: token, paypal_plan: 'monthly' })
  answer()
  await expect(page).toHaveURL(/\/thankyou$/)
  expect(await remembered()).toBeNull()
  expect(await me(alice)).toMatchObject({ pro: true, plan_id: 'monthly' })
})

test('PRO-024 PRO-025 PRO-026 PRO-028 GAP-025 a failed wallet payment has its banner and text on the page, at the start and at the end', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const page = await alice.open('/pro')
  const banner = page.getByText('PayPal error', { exact: true })
  const words = page.getByRole('alert').filter({ hasText: 'There was an error with PayPal. ' })
  await page.route('**/v3/create-paypal-transaction', (route) => route.fulfill({ json: {} }), { times: 1 })
  await page.getByRole('radio', { name: /^Monthly/ }).check()
  await wallet(page).click()
  await expect(banner).toBeVisible()
  await expect(words).toBeVisible()
  const refusal = { error: { code: 'payment_failed', type: 'invalid_request', message: 'The wallet is closed today.', cat: '' } }
  await page.route('**/v3/create-paypal-transaction', (route) => route.fulfill({ status: 400, json: refusal }), { times: 1 })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('The wallet is closed today.')).toBeVisible()
  await expect(words).toBeVisible()
  await page.goto('/paypal-payment-approve?token=EC-unknown')
  await page.getByRole('button', { name: 'Pay $4.99' }).click()
  await expect(banner).toBeVisible()
  await expect(words).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.goto('/paypal-payment-approve')
  await expect(page.getByRole('alert').filter({ hasText: 'This address names no payment.' })).toBeVisible()
  await expectReadOut(page.getByRole('main'), 'no payment')
  expect(await me(alice)).not.toHaveProperty('pro')
})

test('PRO-027 a user who returns from the wallet signed out signs in and returns to the approval', async ({ visitor }) => {
  const page = await visitor()
  await page.goto('/paypal-payment-approve?token=EC-1')
  await expect(page).toHaveURL(/\/signin\?next=%2Fpaypal-payment-approve%3Ftoken%3DEC-1$/)
})

test('PRO-029 confetti flies once for one and a half seconds, and not with reduced motion', async ({ visitor }) => {
  const page = await visitor()
  await page.goto('/thankyou')
  const confetti = page.locator('main canvas')
  await expect(confetti).toHaveAttribute('data-state', 'flying')
  const began = await page.evaluate(() => performance.now())
  await page.locator('main canvas[data-state=over]').waitFor({ state: 'attached' })
  expect(await page.evaluate((then) => performance.now() - then, began)).toBeLessThan(4_000)
  const drawn = await confetti.evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [1] }
    return data.some((byte) => byte !== 0)
  })
  expect(drawn).toBe(false)
  const still = await visitor({ reducedMotion: 'reduce' })
  await still.goto('/thankyou')
  await expect(still.getByRole('heading', { level: 1, name: 'Thank you!' })).toBeVisible()
  await expect(still.locator('canvas')).toHaveCount(0)
})

test('PRO-030 PRO-031 PRO-032 PRO-033 API-064 GAP-026 GAP-078 SETT-001 Pro is cancelled in two presses, and stays until it ends', async ({
  actor,
}) => {
  const alice = await actor('alice')
  await makePro(alice)
  const page = await alice.open('/#settings/account')
  const section = page.getByRole('region', { name: 'Pro plan' })
  for (const name of ['Connected Accounts', 'Pro plan', 'Access Tokens', 'Delete Account'])
    await expect(page.getByRole('region', { name, exact: true })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Push History' })).toBeVisible()
  const begin = section.getByRole('button', { name: 'Cancel Pro' })
  await begin.click()
  await section.getByRole('button', { name: "Don't Cancel Pro" }).click()
  await expect(begin).toBeFocused()
  const words = 'Sorry, cancelling Pro failed. Please try again or email us at support@localhost'
  await page.route('**/v3/downgrade-pro', (route) => route.abort('connectionfailed'), { times: 1 })
  const twice = async () => {
    await begin.click()
    const group = section.getByRole('group', { name: 'Cancel Pro' })
    await expect(group.getByRole('button')).toHaveText(['Cancel Pro', "Don't Cancel Pro"])
    await group.getByRole('button', { name: 'Cancel Pro', exact: true }).click()
    await expect(group.getByRole('button')).toHaveCount(0)
  }
  await twice()
  await expect(section.getByRole('alert')).toHaveText(words)
  await expectReadOut(section, 'cancelling failed')
  const answer = await hold(page, '**/v3/downgrade-pro')
  await twice()
  await expect(section.getByRole('status').filter({ hasText: 'Cancelling...' }).first()).toBeVisible()
  answer()
  await expect(section.getByText(/^Pro is cancelled\. This account keeps it until /)).toBeFocused()
  await expect(begin).toHaveCount(0)
  const account = await me(alice)
  expect(account.pro).toBe(true)
  expect(account.pro_until).toBeGreaterThan(Date.now() / 1_000)
})

test('GAP-080 a server without plans says that it sells nothing, also in the settings, instead of buttons that lead nowhere', async ({
  browser,
}) => {
  const server = await startTestServer({ WAYPOST_PLANS: 'off' })
  const context = await browser.newContext({ baseURL: server.origin })
  try {
    const page = await context.newPage()
    await page.goto('/pro')
    await expect(page.getByText('Nothing is sold on this server.')).toBeVisible()
    await expect(page.getByRole('radio')).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('link')).toHaveCount(0)
    await expect(page.getByRole('table')).toBeVisible()
    const { account } = await server.signUp('alice@example.org', 'Alice')
    await page.evaluate((given) => localStorage.setItem('account', given), JSON.stringify(account))
    await page.goto('/#settings/account')
    await expect(page.getByText('Nothing is sold on this server: every account has all that Pro offers.')).toBeVisible()
  } finally {
    await context.close()
    await server.close()
  }
})

test("PRO-014 PRO-015 with Stripe the window has Stripe's card field, and its token buys", async ({ browser }) => {
  const stripe = await startStripe()
  const keys = { key: 'sk_test_1', publicKey: 'pk_test_1', api: stripe.origin }
  const server = await startTestServer({}, { config: { stripe: keys } })
  const { account } = await server.signUp('alice@example.org', 'Alice')
  const context = await browser.newContext({ baseURL: server.origin })
  try {
    await context.addInitScript((value) => localStorage.setItem('account', value), JSON.stringify(account))
    const page = await context.newPage()
    await page.goto('/pro')
    await page.getByRole('radio', { name: /^Monthly/ }).check()
    await expect(page.getByText('Cancel within 72 hours for a full refund.')).toBeVisible()
    await expect(page.getByText(/no money moves/)).toHaveCount(0)
    // The wallet is not configured here.
    await expect(wallet(page)).toHaveCount(0)
    await context.route('https://js.stripe.com/**', (route) => route.abort())
    const popup = await openCheckout(page)
    await expect(popup.getByRole('alert').filter({ hasText: 'The card form could not be loaded.' })).toBeVisible()
    await context.unroute('https://js.stripe.com/**')
    await stripe.script(context)
    await popup.getByRole('button', { name: 'Try again' }).click()
    await popup.getByLabel('Card number').fill('4000 0000 0000 0002')
    await popup.getByRole('button', { name: 'Pay $4.99' }).click()
    await expect(popup.getByRole('alert').filter({ hasText: 'Your card number is wrong.' })).toBeVisible()
    await popup.getByLabel('Card number').fill('4242 4242 4242 4242')
    await pressLast(popup, 'Pay $4.99')
    await expect(page).toHaveURL(/\/thankyou$/)
    expect(stripe.customers).toEqual([expect.stringContaining('source=tok_visa1')])
  } finally {
    await context.close()
    await server.close()
    await stripe.close()
  }
})
