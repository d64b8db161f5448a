import { headerWords } from '@waypost/web/words/page/header'
import { proPlan, usageWords } from '@waypost/web/words/settings'
import { cardWords, signIn } from '@waypost/web/words/sign-in'
import { localForm, localWay } from '@waypost/web/words/sign-in/ways-in'
import { faultsOnEachScreen } from '../../actors/accessibility.ts'
import { button, expect, type Page, title } from '../../actors/actors.ts'
import { test } from '../../actors/mail-server.ts'
import { expectReadOut } from '../../actors/read-out.ts'
import { signInAs, signUpAs } from '../../actors/sign-in.ts'
import { sentence } from '../../actors/words/sentence.ts'

const email = (page: Page) => page.getByLabel(localForm.email)

test('the landing page leads straight to the form of a new account; it and the sign-in keep the typed address', async ({
  actor,
  visitor,
}) => {
  await actor('host')
  const page = await visitor()
  await page.goto('/')
  await page.getByRole('main').getByRole('link', { name: localForm.signUp }).click()
  await expect(title(page, signIn.create)).toBeVisible()
  await email(page).fill('ana@example.org')
  await button(page, 'Sign in').click()
  await expect(title(page, 'Sign In')).toBeVisible()
  await expect(email(page)).toHaveValue('ana@example.org')
  await button(page, localWay.toSignUp).click()
  await expect(email(page)).toHaveValue('ana@example.org')
  await page.goBack()
  await expect(page.getByRole('main').getByRole('link', { name: localForm.signUp })).toBeVisible()
})

test('a visitor with a place in the address returns to it after the sign-in', async ({ server, visitor }) => {
  await server.signUp('mira@example.org', 'Mira')
  const page = await visitor()
  await page.goto('/#settings/devices')
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
  await signInAs(page, 'mira@example.org')
  await expect(page).toHaveURL(/\/#settings\/devices$/)
  await expect(page.getByRole('tab', { name: 'Devices', exact: true })).toHaveAttribute('aria-selected', 'true')
})

test('the sign-in page says who is signed in, and offers to go on or to sign in as somebody else', async ({ actor, server }) => {
  const alice = await actor('alice')
  await server.signUp('bob@example.org', 'Bob')
  const page = await alice.open('/signin?next=/%23settings/devices')
  await expect(title(page, cardWords.signedIn)).toBeVisible()
  await expect(page.getByText(sentence(cardWords.signedInAs, { email: 'alice@example.org' }))).toBeVisible()
  expect(await faultsOnEachScreen(page, 'signed in', title(page, cardWords.signedIn))).toEqual([])
  await page.getByRole('link', { name: cardWords.goOn }).click()
  await expect(page).toHaveURL(/\/#settings\/devices$/)
  await page.goto('/signin')
  await button(page, signIn.another).click()
  await signInAs(page, 'bob@example.org')
  await expect(page.getByRole('button', { name: sentence(headerWords.account, { name: 'Bob' }) })).toBeVisible()
})

test.describe('with terms of the operator', () => {
  test.use({ settings: { WAYPOST_LINK_TERMS: 'https://example.org/terms' } })

  test('a new account needs consent to the terms, which the sign-in page names too', async ({ actor, visitor }) => {
    await actor('host')
    const page = await visitor()
    await page.goto('/signin')
    await expect(page.getByText(signIn.terms)).toBeVisible()
    await button(page, localWay.toSignUp).click()
    await signUpAs(page, { name: 'Ana', email: 'ana@example.org' })
    const terms = page.getByRole('checkbox', { name: localForm.terms })
    await expect(terms).toBeFocused()
    await expect(terms).toHaveAccessibleDescription(localForm.termsMissing)
    await expect(page.getByRole('link', { name: signIn.readTerms })).toHaveAttribute('href', 'https://example.org/terms')
    await expectReadOut(page, 'terms')
    await terms.check()
    await button(page, localForm.signUp).click()
    await expect(page.getByRole('button', { name: sentence(headerWords.account, { name: 'Ana' }) })).toBeVisible()
  })
})

test('the settings show the usage; a cancelled plan says until when, and is resumed', async ({ actor, server }) => {
  await actor('host')
  const alice = await actor('alice')
  await alice.call('/v3/upgrade-pro', { token_id: 'tok_test_1', plan_id: 'yearly' })
  // Bought a while ago, so cancelling refunds nothing.
  await server.app.db.write((tx) => tx.run('UPDATE plan SET since = since - $1', [100 * 60 * 60 * 1_000_000]))
  await alice.call('/v3/downgrade-pro', {})
  const page = await alice.open('/#settings/account')
  const usage = page.getByRole('region', { name: usageWords.title })
  await expect(usage.getByText(/^0b of 100G$/)).toBeVisible()
  await expect(usage.getByText(sentence(usageWords.unlimited, { used: '0' }))).toBeVisible()
  const plan = page.getByRole('region', { name: 'Pro plan' })
  await expect(plan.getByText(/^Pro is canceled\. You keep it until /)).toBeVisible()
  await plan.getByRole('button', { name: proPlan.resume }).click()
  await expect(plan.getByText(sentence(proPlan.yearly, { price: '$39.99' }))).toBeVisible()
  await expect(plan.getByRole('button', { name: 'Cancel Pro' })).toBeVisible()
})
