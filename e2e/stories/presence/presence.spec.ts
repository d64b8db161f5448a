import { typingBubble } from '@waypost/web/words/push/typing'
import { deviceList, privacy } from '@waypost/web/words/settings'
import { seriousFaults } from '../../actors/accessibility.ts'
import { composer, expect, history, type Page, say, test } from '../../actors/actors.ts'
import { sentence } from '../../actors/words/sentence.ts'

/** The presence and typing frames that arrive on a page's live streams from now on. */
function heardBy(page: Page): string[] {
  const heard: string[] = []
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (/"type":"(typing|online)"/.test(String(payload))) heard.push(String(payload))
    }),
  )
  return heard
}

const bubble = (page: Page) => page.getByRole('main').locator('[data-typing]')

test('two people see each other online and typing, in every window; the message takes the place of the dots', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  await alice.call('/v2/pushes', { email: bob.email, body: 'Are you there?' })
  await bob.call('/v2/pushes', { email: alice.email, body: 'Yes' })
  const page = await alice.open('/#people/bob@example.org')
  const his = await bob.open('/#people/alice@example.org')
  // Anyone using a window is online.
  await composer(his).click()
  await expect(page.getByText(deviceList.online, { exact: true }).first()).toBeAttached()

  await composer(his).pressSequentially('On my way')
  await expect(bubble(page)).toBeVisible()
  await expect(page.getByText('typing…', { exact: true })).toHaveCount(2)
  await expect(page.getByText(sentence(typingBubble.typing, { name: 'Bob' }))).toHaveCount(1)
  expect(await seriousFaults(page)).toEqual([])
  await composer(his).press('Enter')
  await expect(history(page).getByRole('article').filter({ hasText: 'On my way' })).toBeVisible()
  await expect(bubble(page)).toHaveCount(0)

  await say(page, 'Good')
  await composer(his).pressSequentially('S')
  await expect(bubble(page)).toBeVisible()
  await expect(bubble(page)).toHaveCount(0)
})

test('somebody who switches it off neither sends nor receives anything of it', async ({ actor }) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  await alice.call('/v2/pushes', { email: bob.email, body: 'Are you there?' })
  await bob.call('/v2/pushes', { email: alice.email, body: 'Yes' })
  const settings = await bob.open('/#settings/account')
  const choice = settings.getByRole('checkbox', { name: privacy.presence })
  await expect(choice).toBeChecked()
  await choice.uncheck()
  await expect.poll(async () => (await bob.call('/v2/users/me')).body.preferences).toMatchObject({ presence: false })

  const page = await alice.openElsewhere('/#people/me')
  const his = await bob.openElsewhere('/#people/me')
  const heard = [page, his].map(heardBy)
  await page.goto('/?#people/bob@example.org')
  await his.goto('/?#people/alice@example.org')
  await composer(his).pressSequentially('On my way')
  await composer(page).pressSequentially('Where')
  await say(his, 'On my way')
  await expect(history(page).getByRole('article').filter({ hasText: 'On my way' })).toBeVisible()
  await expect(page.getByText(deviceList.online, { exact: true })).toHaveCount(0)
  expect(heard).toEqual([[], []])
})
