import type { Page } from '@playwright/test'
import { startTestServer } from '@waypost/server/test-server'
import { checkout, proBuy, proWords, thankYou, walletApproval } from '@waypost/web/words/pro'
import { proPlan } from '@waypost/web/words/settings'
import { screens } from '../../actors/accessibility.ts'
import { expect, test } from '../../actors/actors.ts'
import { card, me, wallet } from '../../actors/checkout.ts'
import { hold } from '../../actors/hold-requests.ts'
import { startStripe } from '../../actors/stripe.ts'
import { closeByPress, openByPress } from '../../actors/windows.ts'
import { sentence } from '../../actors/words/sentence.ts'

const openCheckout = (page: Page) => openByPress(page, card(page))
const pressLast = (popup: Page, name: string) => closeByPress(popup, popup.getByRole('button', { name }))

for (const screen of screens) {
  test(`PRO-014 PRO-015 PRO-020 PRO-021 PRO-029 API-062 by card Pro is bought through a window, and the account shows it live, ${screen.viewport.width} px`, async ({
    actor,
  }) => {
    const alice = await actor('alice', screen)
    const other = await alice.open('/#settings/account')
    await expect(other.getByText(proPlan.free)).toBeVisible()
    const page = await alice.open('/pro')
    const answer = await hold(page, '**/v3/upgrade-pro')
    const asked = page.waitForRequest('**/v3/upgrade-pro')
    const popup = await openCheckout(page)
    await expect(popup.getByText(sentence(checkout.yearly, { price: '$39.99' }))).toBeVisible()
    await expect(popup.getByText(/no money moves/)).toBeVisible()
    await expect(page.getByText(proBuy.open)).toBeVisible()
    await expect(page.getByRole('radio').first()).toBeDisabled()
    await pressLast(popup, 'Pay $39.99')
    await expect(page.getByRole('status').filter({ hasText: proBuy.upgrading })).toBeVisible()
    expect((await asked).postDataJSON()).toEqual({ token_id: expect.stringMatching(/^tok_test_\w+$/), plan_id: 'yearly' })
    answer()
    await expect(page).toHaveURL(/\/thankyou$/)
    await expect(page.getByRole('heading', { level: 1, name: thankYou.title })).toBeFocused()
    await expect(page.getByText(proWords.have, { exact: false })).toBeVisible()
    await expect(other.getByText(sentence(proPlan.yearly, { price: '$39.99' }))).toBeVisible()
    expect(await me(alice)).toMatchObject({ pro: true, plan_id: 'yearly' })
  })
}

test('PRO-014 PRO-021 a declined card, a closed window and a lost network change nothing, and can be retried', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const page = await alice.open('/pro')
  const first = await openCheckout(page)
  await pressLast(first, 'Cancel')
  await expect(page.getByText(proBuy.open)).toHaveCount(0)
  await expect(card(page)).not.toHaveAttribute('aria-disabled')
  const second = await openCheckout(page)
  await pressLast(second, checkout.decline)
  await expect(page.getByRole('alert').filter({ hasText: 'The test card was declined.' })).toBeVisible()
  expect(await me(alice)).not.toHaveProperty('pro')
  // A second click opens no second window, and buys once.
  const tokens: string[] = []
  await page.route('**/v3/upgrade-pro', async (route) => {
    tokens.push(route.request().postDataJSON().token_id)
    if (tokens.length === 1) await route.abort('connectionfailed')
    else await route.continue()
  })
  const third = await openByPress(page, page.getByRole('button', { name: proBuy.retry }))
  await pressLast(third, 'Pay $39.99')
  await expect(page.getByRole('alert').filter({ hasText: 'Could not connect to server' }).first()).toBeAttached()
  await page.getByRole('button', { name: proBuy.retry }).click()
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
  await expect(page.getByText(proBuy.blocked)).toBeVisible()
  await expect(page.locator('[data-banner]')).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const log = await page.evaluate(() => sessionStorage.getItem('log') ?? '')
  expect(log).toContain('"web_card_popup_unavailable"')
  await page.evaluate(() => {
    Object.assign(window, { open: (window as { opens?: unknown }).opens })
  })
  const popup = await openByPress(page, page.getByRole('button', { name: proBuy.retry }))
  await popup.getByRole('button', { name: 'Pay $39.99' }).waitFor()
  await expect(page.getByText(proBuy.blocked)).toHaveCount(0)
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
  await expect(page.getByText(sentence(walletApproval.ready, { price: '$4.99' }))).toBeVisible()
  const answer = await hold(page, '**/v3/upgrade-pro')
  const asked = page.waitForRequest('**/v3/upgrade-pro')
  await page.getByRole('button', { name: 'Pay $4.99' }).click()
  await expect(page.getByRole('status').filter({ hasText: walletApproval.waiting })).toBeVisible()
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
  await page.getByRole('button', { name: proBuy.retry }).click()
  await expect(page.getByText('The wallet is closed today.')).toBeVisible()
  await expect(words).toBeVisible()
  await page.goto('/paypal-payment-approve?token=EC-unknown')
  await page.getByRole('button', { name: 'Pay $4.99' }).click()
  await expect(banner).toBeVisible()
  await expect(words).toBeVisible()
  await expect(page.getByRole('button', { name: proBuy.retry })).toBeVisible()
  await page.goto('/paypal-payment-approve')
  await expect(page.getByRole('alert').filter({ hasText: 'This link has no payment.' })).toBeVisible()
  expect(await me(alice)).not.toHaveProperty('pro')
})

test('PRO-027 a user who returns from the wallet signed out signs in and returns to the approval', async ({ visitor }) => {
  const page = await visitor()
  await page.goto('/paypal-payment-approve?token=EC-1')
  await expect(page).toHaveURL(/\/signin\?next=%2Fpaypal-payment-approve%3Ftoken%3DEC-1$/)
})

test("PRO-014 PRO-015 with Stripe the window has Stripe's card field, and its token buys", async ({ browser }) => {
  const stripe = await startStripe()
  const keys = { key: 'sk_test_1', publicKey: 'pk_test_1', api: stripe.origin }
  const server = await startTestServer({}, { config: { stripe: keys } })
  // The first account is an administrator, who has Pro.
  await server.signUp('operator@example.org')
  const { account } = await server.signUp('alice@example.org', 'Alice')
  const context = await browser.newContext({ baseURL: server.origin })
  try {
    await context.addInitScript((value) => localStorage.setItem('account', value), JSON.stringify(account))
    const page = await context.newPage()
    await page.goto('/pro')
    await page.getByRole('radio', { name: /^Monthly/ }).check()
    await expect(page.getByText(proWords.refund)).toBeVisible()
    await expect(page.getByText(/no money moves/)).toHaveCount(0)
    // The wallet is not configured here.
    await expect(wallet(page)).toHaveCount(0)
    await context.route('https://js.stripe.com/**', (route) => route.abort())
    const popup = await openCheckout(page)
    await expect(popup.getByRole('alert').filter({ hasText: 'Couldn’t load the card form.' })).toBeVisible()
    await context.unroute('https://js.stripe.com/**')
    await stripe.script(context)
    await popup.getByRole('button', { name: proBuy.retry }).click()
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
