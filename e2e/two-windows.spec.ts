import { expect, history, say, test } from './actors.ts'

// What two windows of one browser do to each other, and what stands in the way of one of them.

test('PUSH-021 PUSH-022 a message that the server refuses for now holds up none to anybody else, in either window, and one refused for long says so', async ({
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
  await expect(history(toBob).getByText('Too many messages at once. This one is sent by itself in a moment.')).toBeVisible()
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

test('a message to somebody without an account whose email is left out says so in its row', async ({ actor }) => {
  const alice = await actor('alice')
  for (let index = 0; index < 20; index++) await alice.call('/v2/pushes', { email: 'nobody@example.com', body: `${index}` })
  const page = await alice.open('/#people/nobody@example.com')
  await say(page, 'one too many')
  const row = history(page).getByRole('article').filter({ hasText: 'one too many' })
  await expect(row).toContainText('They have no account yet, and get no email about this today.')
  await expect(history(page).getByText('get no email')).toHaveCount(1)
})
