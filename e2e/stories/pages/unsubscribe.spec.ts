import { unsubscribeWords } from '@waypost/web/words/support'
import { desktopScreen, faultsOnEachScreen } from '../../actors/accessibility.ts'
import { expect } from '../../actors/actors.ts'
import { test } from '../../actors/mail-server.ts'
import { sentence } from '../../actors/words/sentence.ts'

test('SHELL-059 the link in an email to somebody without an account stops such emails at once, and a press allows them again', async ({
  actor,
  visitor,
  server,
  mails,
}) => {
  const alice = await actor('alice')
  const push = async () => {
    await alice.call('/v2/pushes', { type: 'note', body: 'hi', email: 'friend@example.com' })
    await server.app.jobs.processAll()
    return mails.length
  }
  expect(await push()).toBe(1)
  const link =
    /http\S+\/unsubscribed\?token=\w+/.exec((mails[0]?.raw ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '='))?.[0] ?? ''
  const page = await visitor(desktopScreen)
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: 'You are unsubscribed' })).toBeVisible()
  const told = page.getByRole('status').getByText(sentence(unsubscribeWords.stopped, { email: 'friend@example.com' }))
  expect(await faultsOnEachScreen(page, 'unsubscribed', told)).toEqual([])
  expect(await push()).toBe(1)
  await page.getByRole('button', { name: unsubscribeWords.again }).click()
  await expect(page.getByRole('heading', { level: 1, name: unsubscribeWords.back })).toBeFocused()
  expect(await push()).toBe(2)
  await page.getByRole('button', { name: unsubscribeWords.stopAgain }).click()
  await expect(told).toBeVisible()
  expect(await push()).toBe(2)
})

test('a link that is not whole stops nothing and says so; without a network it can be tried again', async ({ visitor }) => {
  const page = await visitor()
  await page.route('**/v3/unsubscribe/*', (route) => route.abort())
  await page.goto('/unsubscribed?token=half')
  await expect(page.getByRole('heading', { level: 1, name: unsubscribeWords.failed })).toBeVisible()
  await expect(page.getByText('You are unsubscribed')).toHaveCount(0)
  await page.unroute('**/v3/unsubscribe/*')
  await page.getByRole('button', { name: unsubscribeWords.retry }).click()
  await expect(page.getByText('This link is incomplete. Copy all of it from the email.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: unsubscribeWords.support })).toHaveAttribute('href', '/support')
})
