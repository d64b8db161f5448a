import { seriousFaults } from '../../actors/accessibility.ts'
import { composer, expect, history, type Page, test } from '../../actors/actors.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const strip = (page: Page) => page.getByRole('group', { name: 'Voice note' })

test('a voice note is recorded and sent with two presses, and the other person plays it', async ({ actor }) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  const page = await alice.open('/#people/bob@example.org')
  const his = await bob.open('/#people/alice@example.org')
  await button(page, 'Record a voice note').click()
  await expect(strip(page).getByText('0:01')).toBeVisible()
  await expect(button(page, 'Send')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(strip(page)).toHaveCount(0)
  await expect(composer(page)).toBeFocused()
  const player = history(his).locator('audio')
  await expect(player).toHaveAttribute('aria-label', /^Recording Voice note \d{4}-\d\d-\d\d \d\d\.\d\d\.(m4a|webm|ogg)$/)
  // It says how long it is, although browsers write no length into their recordings.
  await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => audio.duration)).toBeGreaterThan(0.5)
  expect(await player.evaluate((audio: HTMLAudioElement) => Number.isFinite(audio.duration))).toBe(true)
  await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => audio.currentTime)).toBe(0)
  await player.evaluate((audio: HTMLAudioElement) => audio.play())
  await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => audio.currentTime)).toBeGreaterThan(0)
  const { pushes } = (await bob.call('/v2/pushes')).body
  expect(pushes).toHaveLength(1)
  expect(pushes[0]).toMatchObject({ type: 'file', file_type: expect.stringMatching(/^audio\//) })
})

test('Esc ends a recording, leaving its conversation too; it waits there, and is discarded with an Undo', async ({ actor }) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  const carol = await actor('carol')
  for (const { email } of [bob, carol]) await alice.call('/v2/chats', { email })
  const page = await alice.open('/#people/bob@example.org')
  await button(page, 'Record a voice note').click()
  await expect(strip(page).getByText('0:01')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(strip(page).locator('audio')).toBeVisible()
  await button(page, 'Discard the recording').click()
  await expect(strip(page)).toHaveCount(0)
  await expect(composer(page)).toBeFocused()
  await button(page, 'Undo').click()
  await expect(strip(page).locator('audio')).toBeVisible()
  await button(page, 'Discard the recording').click()

  await button(page, 'Record a voice note').click()
  await expect(strip(page).getByText('0:01')).toBeVisible()
  await page.getByRole('link', { name: /^Carol/ }).click()
  await expect(composer(page)).toHaveAccessibleName('Message to Carol')
  await expect(strip(page)).toHaveCount(0)
  await page.getByRole('link', { name: /^Bob/ }).click()
  await expect(strip(page).locator('audio')).toBeVisible()
  expect((await bob.call('/v2/pushes')).body.pushes).toEqual([])
  await button(page, 'Send').click()
  await expect.poll(async () => (await bob.call('/v2/pushes')).body.pushes).toHaveLength(1)
})

test('without the microphone a banner says what to do, and the text field stays', async ({ actor }) => {
  const alice = await actor('alice')
  const page = await alice.open()
  await expect(composer(page)).toBeVisible()
  const refuseWith = (name: string) =>
    page.evaluate((name) => {
      MediaDevices.prototype.getUserMedia = () => Promise.reject(new DOMException('', name))
    }, name)
  await refuseWith('NotAllowedError')
  await button(page, 'Record a voice note').click()
  await expect(
    page.getByText("Waypost may not use the microphone. Allow it in the browser's settings for this page."),
  ).toBeVisible()
  await expect(composer(page)).toBeVisible()
  await refuseWith('NotFoundError')
  await button(page, 'Record a voice note').click()
  await expect(page.getByText('No microphone was found. Connect one and try again.')).toBeVisible()
})

test('axe finds nothing serious while a voice note is recorded and when it waits (acceptance point 1)', async ({ actor }) => {
  const alice = await actor('alice')
  const page = await alice.open()
  await button(page, 'Record a voice note').click()
  await expect(button(page, 'Stop recording')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await button(page, 'Stop recording').click()
  await expect(strip(page).locator('audio')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
})
