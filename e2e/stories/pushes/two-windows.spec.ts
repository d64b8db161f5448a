import { connectionWords } from '@waypost/web/words/page'
import { headerWords } from '@waypost/web/words/page/header'
import { proBuy, proPlans } from '@waypost/web/words/pro'
import { pushItem } from '@waypost/web/words/push/item'
import { accountChange } from '@waypost/web/words/session'
import { signIn } from '@waypost/web/words/sign-in'
import { composer, expect, history, type Page, say, sendChosen, test } from '../../actors/actors.ts'
import { signInAs } from '../../actors/sign-in.ts'
import { sentence } from '../../actors/words/sentence.ts'

// Two windows of one browser, and what can block one of them.

test('PUSH-021 PUSH-022 a temporarily refused message does not block others to another person, in either window, and one refused for long says so', async ({
  actor,
}) => {
  const alice = await actor('alice')
  let refused = 0
  await alice.context.route('**/v2/pushes', (route) => {
    const words = route.request().postData() ?? ''
    const wait = words.includes('tomorrow') ? 86_400 : words.includes('to Bob') && refused++ === 0 ? 60 : undefined
    if (route.request().method() !== 'POST' || wait === undefined) return route.continue()
    const error = { code: 'ratelimited', type: 'invalid_request', message: 'That was enough for today. Go on tomorrow.' }
    return route.fulfill({ status: 429, headers: { 'retry-after': `${wait}` }, json: { error } })
  })
  const toBob = await alice.open('/#people/bob@example.org')
  const toCarol = await alice.open('/#people/carol@example.org')
  await say(toBob, 'to Bob')
  await expect(history(toBob).getByText(pushItem.ratelimited)).toBeVisible()
  await say(toCarol, 'to Carol')
  await expect(history(toCarol).getByText('Sent', { exact: true })).toBeVisible()
  await say(toCarol, 'tomorrow')
  const failed = history(toCarol).getByRole('article').filter({ hasText: 'not sent' })
  await expect(failed).toContainText('That was enough for today. Go on tomorrow.')
  await say(toCarol, 'and on')
  await expect(history(toCarol).getByRole('article').filter({ hasText: 'and on' })).not.toContainText('Sending')
  expect(refused).toBe(1)
  await history(toBob).getByRole('button', { name: 'Discard' }).click()
  await say(toBob, 'to Bob once more')
  await expect(history(toBob).getByText('Sent', { exact: true })).toBeVisible()
  const { pushes } = (await alice.call('/v2/pushes')).body
  expect(pushes.map(({ body }: { body: string }) => body)).toEqual(['to Bob once more', 'and on', 'to Carol'])
})

test('a message to a person without an account whose email fails says so in its item', async ({ actor }) => {
  const alice = await actor('alice')
  for (let index = 0; index < 20; index++) await alice.call('/v2/pushes', { email: 'stranger@example.com', body: `${index}` })
  const page = await alice.open('/#people/stranger@example.com')
  await say(page, 'one too many')
  const item = history(page).getByRole('article').filter({ hasText: 'one too many' })
  await expect(item).toContainText(pushItem.emailSkipped)
  await expect(history(page).getByText('get no email')).toHaveCount(1)
})

async function signInOver(page: Page, email: string): Promise<void> {
  await page.goto('/signin')
  await page.getByRole('button', { name: signIn.another }).click()
  await signInAs(page, email)
}

test('a window whose account changed says so and starts clean: no draft of one person is sent as another', async ({
  actor,
  server,
}) => {
  const alice = await actor('alice')
  const { token } = await server.signUp('bob@example.org', 'Bob')
  const one = await alice.open('/#people/carol@example.org')
  await composer(one).fill('only from Alice')
  const two = await alice.open()
  await signInOver(two, 'bob@example.org')
  await expect(two.getByRole('button', { name: sentence(headerWords.account, { name: 'Bob' }) })).toBeVisible()
  await expect(
    one.getByRole('alert').filter({ hasText: sentence(accountChange.switched, { email: 'bob@example.org' }) }),
  ).toBeVisible()
  await expect(one.getByRole('button', { name: sentence(headerWords.account, { name: 'Bob' }) })).toBeVisible()
  await expect(one).not.toHaveURL(/carol/)
  await one.goto('/#people/carol@example.org')
  await expect(composer(one)).toHaveValue('')
  expect(await one.evaluate(() => JSON.stringify(localStorage))).not.toMatch(/Alice|alice/)
  await say(one, 'from Bob')
  await expect(history(one).getByText('Sent', { exact: true })).toBeVisible()
  const { pushes } = (await server.request('/v2/pushes', { token })).body
  expect(pushes.map(({ body }: { body: string }) => body)).toEqual(['from Bob'])
})

test('two windows on one conversation share the draft as it is typed, and a sent one is gone in both', async ({ actor }) => {
  const alice = await actor('alice')
  const [one, two] = [await alice.open('/#people/bob@example.org'), await alice.open('/#people/bob@example.org')]
  await composer(one).fill('Dear Bob')
  await expect(composer(two)).toHaveValue('Dear Bob')
  await composer(two).fill('Dear Bob, how are you?')
  await expect(composer(one)).toHaveValue('Dear Bob, how are you?')
  await one.reload()
  await expect(composer(one)).toHaveValue('Dear Bob, how are you?')
  await composer(one).press('Enter')
  await expect(composer(two)).toHaveValue('')
  await expect(history(two).getByText('Dear Bob, how are you?')).toBeVisible()
})

test('when the server goes down both windows say so, and an upload resumes when it is back', async ({ actor, server }) => {
  const alice = await actor('alice')
  const one = await alice.open()
  const two = await alice.open('/#people/bob@example.org')
  for (const page of [one, two]) await composer(page).waitFor()
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
  const { promise: gone, resolve: go } = Promise.withResolvers<void>()
  await two.route(
    '**/v3/upload/**/1',
    async (route) => {
      reach()
      await gone
      await route.abort()
    },
    { times: 1 },
  )
  const chooser = two.waitForEvent('filechooser')
  await two.getByRole('button', { name: 'Attach files' }).click()
  await (await chooser).setFiles({ name: 'film.bin', mimeType: 'video/x-none', buffer: Buffer.alloc(6 * 2 ** 20, 'w') })
  await sendChosen(two)
  await reached
  await server.stop()
  go()
  const strip = connectionWords.offline
  await Promise.all([one, two].map((page) => expect(page.getByText(strip)).toBeVisible()))
  await expect(history(two).getByRole('progressbar', { name: 'film.bin' })).toBeVisible()
  await server.restart()
  // The browser reports that the network is back, so there is no wait for the next retry.
  for (const offline of [true, false]) await alice.context.setOffline(offline)
  await expect(history(two).getByRole('link', { name: /Download film.bin/ })).toBeVisible()
  for (const page of [one, two]) await expect(page.getByText(strip)).toHaveCount(0)
})

test('when the stream is back both windows know the changes of the account', async ({ actor }) => {
  const alice = await actor('alice')
  let down = false
  const open: { close(): Promise<void> }[] = []
  await alice.context.routeWebSocket(/\/websocket\//, (socket) => {
    if (down) return void socket.close()
    socket.connectToServer()
    open.push(socket)
  })
  const pages = [await alice.open('/pro'), await alice.open('/pro')]
  for (const page of pages) await expect(page.getByRole('button', { name: proBuy.card })).toBeVisible()
  down = true
  for (const socket of open) await socket.close()
  await alice.call('/v3/upgrade-pro', { token_id: 'tok_test_monthly', plan_id: 'monthly' })
  down = false
  for (const page of pages) await expect(page.getByRole('list', { name: proPlans.legend }).getByText('Selected')).toBeVisible()
})

test('AUTH-040 AUTH-029 a revoked token is reported on the page where both windows end', async ({ actor }) => {
  const alice = await actor('alice')
  const [one, two] = [await alice.open(), await alice.open()]
  for (const page of [one, two]) await composer(page).waitFor()
  const passed: string[] = []
  for (const page of [one, two])
    page.on('framenavigated', (frame) => passed.push(new URL(frame.url()).pathname + new URL(frame.url()).search))
  await alice.call('/v3/delete-all-access-tokens', {})
  for (const page of [one, two]) {
    await expect(page.getByRole('alert').filter({ hasText: /^You(’re| were) signed out/ })).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
    await expect(page).toHaveURL(/\/(#.*)?$/)
  }
  expect(passed).toContain('/auth_error?reason=token')
})
