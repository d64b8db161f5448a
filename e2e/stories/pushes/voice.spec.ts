import type { Locator } from '@playwright/test'
import { pushForm } from '@waypost/web/words/push/form'
import { voiceButton, voicePlayer, voiceStrip } from '@waypost/web/words/push/voice'
import { seriousFaults } from '../../actors/accessibility.ts'
import { button, composer, expect, history, type Page, test } from '../../actors/actors.ts'
import { sendFile, tone } from '../../actors/app/sent-files.ts'
import { sentence } from '../../actors/words/sentence.ts'

const strip = (page: Page) => page.getByRole('group', { name: voiceStrip.label })
const voices = (page: Page) => history(page).getByRole('group', { name: voicePlayer.label, exact: true })

const position = async (player: Locator) => Number(await player.getByRole('slider').getAttribute('aria-valuenow'))

test('a voice message is recorded with its loudness, paused, heard and sent; the other person plays it by keyboard', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  await alice.call('/v2/chats', { email: bob.email })
  const page = await alice.open('/#people/bob@example.org')
  const his = await bob.open('/#people/alice@example.org')
  const fetched: string[] = []
  his.on('request', (request) => request.resourceType() === 'media' && fetched.push(request.url()))
  await button(page, voiceButton.record).click()
  await expect(strip(page).getByText('0:01')).toBeVisible()
  await expect(button(page, voiceStrip.send)).toBeFocused()
  await button(page, voiceStrip.pause).click()
  await expect(button(page, voiceStrip.resume)).toBeFocused()
  await strip(page).getByRole('button', { name: voicePlayer.play, exact: true }).click()
  await expect(strip(page).getByRole('button', { name: voicePlayer.pause, exact: true })).toBeVisible()
  await button(page, voiceStrip.resume).click()
  await expect(strip(page).getByText('0:02')).toBeVisible()
  await button(page, voiceStrip.send).click()
  await expect(strip(page)).toHaveCount(0)
  await expect(composer(page)).toBeFocused()

  const player = voices(his).first()
  await expect(player.getByRole('img', { name: voicePlayer.unplayed })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Bob/ })).toContainText(/Voice message, 0:0[23]/)
  await expect(his.getByRole('article', { name: /^Alice, Voice message, 0:0[23],/ })).toBeVisible()
  // The waveform is shown before its file is loaded.
  await expect(player.locator('i')).toHaveCount(40)
  expect(fetched).toEqual([])
  await player.getByRole('slider').focus()
  await his.keyboard.press('Space')
  await expect.poll(() => position(player)).toBeGreaterThan(0)
  await expect(player.getByRole('img', { name: voicePlayer.unplayed })).toHaveCount(0)
  expect(fetched).not.toEqual([])
  await expect(player.getByRole('button', { name: voicePlayer.play, exact: true })).toBeVisible()
  expect(await position(player)).toBe(0)
  // Browsers write no length into their recordings, but seeking works all the same: to the middle, and from there to the end.
  await player.getByRole('slider').click()
  expect(await position(player)).toBeGreaterThan(0)
  await player.getByRole('button', { name: voicePlayer.play, exact: true }).click()
  await expect(player.getByRole('button', { name: voicePlayer.pause, exact: true })).toBeVisible()
  await expect(player.getByRole('button', { name: voicePlayer.play, exact: true })).toBeVisible()
  expect(await position(player)).toBe(0)

  const { pushes } = (await bob.call('/v2/pushes')).body
  expect(pushes).toHaveLength(1)
  expect(pushes[0]).toMatchObject({
    type: 'file',
    file_name: expect.stringMatching(/^Voice message \d{4}-\d\d-\d\d \d\d\.\d\d\.(m4a|webm|ogg)$/),
    file_type: expect.stringMatching(/^audio\//),
    // The test's audio device beeps.
    peaks: expect.stringMatching(/^(?=.*v)[0-9a-v]{40}$/),
  })
  expect(pushes[0].duration).toBeGreaterThan(1.5)
})

test('keys and presses seek before the file is fetched, the next message follows, and only one plays (acceptance point 15)', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  const peaks = '048cgkosv'.repeat(5).slice(0, 40)
  await sendFile(alice, bob, 'first.wav', 'audio/wav', tone(20), { duration: 20, peaks })
  await sendFile(alice, bob, 'second.wav', 'audio/wav', tone(20), { duration: 20, peaks })
  const his = await bob.open('/#people/alice@example.org')
  const fetched: string[] = []
  his.on('request', (request) => request.resourceType() === 'media' && fetched.push(request.url()))
  const [first, second] = [voices(his).first(), voices(his).last()]
  await expect(second.locator('i')).toHaveCount(40)
  await first.getByRole('slider').focus()
  const seen: number[] = []
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft', 'PageUp', 'PageDown', 'End', 'Home', 'PageUp']) {
    await his.keyboard.press(key)
    seen.push(await position(first))
  }
  expect(seen).toEqual([5, 10, 5, 20, 5, 20, 0, 15])
  await expect(first.getByRole('slider')).toHaveAttribute('aria-valuetext', '15 of 20 seconds')
  expect(fetched).toEqual([])

  await his.keyboard.press('Space')
  await expect.poll(() => position(first)).toBeGreaterThan(15)
  await first.getByRole('button', { name: sentence(voicePlayer.rate, { rate: '1' }) }).click()
  await first.getByRole('button', { name: sentence(voicePlayer.rate, { rate: '1.5' }) }).click()
  await first.getByRole('slider').press('ArrowRight')
  await expect(second.getByRole('button', { name: voicePlayer.pause, exact: true })).toBeVisible()
  await expect(first.getByRole('button', { name: voicePlayer.play, exact: true })).toBeVisible()
  await second.getByRole('slider').click({ position: { x: 2, y: 10 } })
  await expect.poll(() => position(second)).toBeLessThan(10)
  await second.getByRole('button', { name: voicePlayer.pause, exact: true }).click()
  await second.getByRole('slider').press('Home')
  await second.getByRole('slider').press('ArrowRight')

  // Its position survives leaving the conversation; which messages were played and the rate are remembered on this device.
  await his.getByRole('link', { name: /^Me/ }).first().click()
  await his.goBack()
  expect(await position(voices(his).last())).toBe(5)
  await his.reload()
  await expect(voices(his)).toHaveCount(2)
  await expect(his.getByRole('img', { name: voicePlayer.unplayed })).toHaveCount(0)
  await voices(his).last().getByRole('slider').press('ArrowRight')
  await expect(
    voices(his)
      .last()
      .getByRole('button', { name: sentence(voicePlayer.rate, { rate: '2' }) }),
  ).toBeVisible()
})

test('a file that is gone and one that no browser plays say what to do', async ({ actor }) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  const facts = { duration: 5, peaks: 'k'.repeat(40) }
  await sendFile(alice, bob, 'broken.wav', 'audio/wav', 'no sound', facts)
  const his = await bob.open('/#people/alice@example.org')
  await voices(his).first().getByRole('button', { name: voicePlayer.play }).click()
  await expect(his.getByText(voicePlayer.unsupported)).toBeVisible()
  await expect(voices(his).first().getByRole('link', { name: voicePlayer.download })).toHaveAttribute('download', 'broken.wav')
  await his.route('**/*.wav', (route) => route.fulfill({ status: 404 }))
  await voices(his).first().getByRole('button', { name: voicePlayer.play }).click()
  await expect(his.getByText('This voice message is no longer on the server.')).toBeVisible()
})

test('without a network a voice message waits as a player, also after a reload, and is sent when it is back', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const page = await alice.open('/#people/me')
  await page.route('**/v3/start-upload', (route) => route.abort())
  await button(page, voiceButton.record).click()
  await expect(strip(page).getByText('0:01')).toBeVisible()
  await button(page, voiceStrip.send).click()
  await expect(voices(page).locator('i')).toHaveCount(40)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(voices(page).locator('i')).toHaveCount(40)
  await voices(page).getByRole('button', { name: voicePlayer.play, exact: true }).click()
  await expect(voices(page).getByRole('button', { name: voicePlayer.pause, exact: true })).toBeVisible()
  await page.unroute('**/v3/start-upload')
  await expect
    .poll(async () => (await alice.call('/v2/pushes')).body.pushes.map((push: { peaks?: string }) => push.peaks))
    .toEqual([expect.stringMatching(/^[0-9a-v]{40}$/)])
})

test('Esc ends a recording, leaving its conversation too; it waits there, and is discarded with an Undo', async ({ actor }) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  const carol = await actor('carol')
  for (const { email } of [bob, carol]) await alice.call('/v2/chats', { email })
  const page = await alice.open('/#people/bob@example.org')
  await button(page, voiceButton.record).click()
  await expect(strip(page).getByText('0:01')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(strip(page).getByRole('slider')).toBeVisible()
  await button(page, voiceStrip.discard).click()
  await expect(strip(page)).toHaveCount(0)
  await expect(composer(page)).toBeFocused()
  await button(page, voiceStrip.undo).click()
  await expect(strip(page).getByRole('slider')).toBeVisible()
  await button(page, voiceStrip.discard).click()

  await button(page, voiceButton.record).click()
  await expect(strip(page).getByText('0:01')).toBeVisible()
  await page.getByRole('link', { name: /^Carol/ }).click()
  await expect(composer(page)).toHaveAccessibleName(sentence(pushForm.label, { name: 'Carol' }))
  await expect(strip(page)).toHaveCount(0)
  await page.getByRole('link', { name: /^Bob/ }).click()
  await expect(strip(page).getByRole('slider')).toBeVisible()
  expect((await bob.call('/v2/pushes')).body.pushes).toEqual([])
  await button(page, voiceStrip.send).click()
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
  await button(page, voiceButton.record).click()
  await expect(page.getByText(voiceButton.refused)).toBeVisible()
  await expect(composer(page)).toBeVisible()
  await refuseWith('NotFoundError')
  await button(page, voiceButton.record).click()
  await expect(page.getByText(voiceButton.missing)).toBeVisible()
})

for (const width of [1_280, 390])
  test(`axe finds nothing serious while a voice message is recorded, when it waits and in the history at ${width} px (acceptance point 1)`, async ({
    actor,
  }) => {
    const alice = await actor('alice')
    const bob = await actor('bob')
    await sendFile(bob, alice, 'theirs.wav', 'audio/wav', tone(3), { duration: 3, peaks: '048cgkosv'.repeat(5).slice(0, 40) })
    await sendFile(alice, bob, 'Voice note 2026-03-12 14.02.webm', 'audio/webm', 'without peaks')
    const page = await alice.open('/#people/bob@example.org')
    await page.setViewportSize({ width, height: 800 })
    await expect(voices(page)).toHaveCount(2)
    await button(page, voiceButton.record).click()
    await expect(button(page, voiceStrip.pause)).toBeVisible()
    expect(await seriousFaults(page)).toEqual([])
    await button(page, voiceStrip.pause).click()
    await expect(strip(page).getByRole('slider')).toBeVisible()
    expect(await seriousFaults(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  })
