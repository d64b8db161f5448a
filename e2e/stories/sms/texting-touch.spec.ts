import { paneHeader } from '@waypost/web/words/page/shell'
import { textStates } from '@waypost/web/words/sms'
import { phoneScreen } from '../../actors/accessibility.ts'
import { expect, test } from '../../actors/actors.ts'
import { bubble, openDana, title, type, withDana } from '../../actors/phone.ts'
import { sentence } from '../../actors/words/sentence.ts'

test('GAP-087 on touch a press beside the small button takes a text back, and nothing moves when one is sent (acceptance point 28)', async ({
  actor,
}) => {
  const alice = await actor('alice', phoneScreen)
  const phone = await withDana(alice)
  const page = await openDana(alice, phone)
  await type(page, 'Too early')
  const early = bubble(page, 'Too early')
  const button = await early.getByRole('button', { name: 'Discard' }).boundingBox()
  expect(button).toMatchObject({ width: 24, height: 24 })
  if (button) await page.touchscreen.tap(button.x - 8, button.y + 12)
  await expect(early).toHaveCount(0)

  await type(page, 'On my way')
  const item = bubble(page, 'On my way')
  await expect(item.getByRole('button', { name: 'Discard' })).toBeVisible()
  const waiting = await item.boundingBox()
  const [text] = await phone.waiting(1)
  if (text) await phone.says(text, 'sent')
  await expect(item.getByText('Now', { exact: true })).toBeVisible()
  expect((await item.boundingBox())?.height).toBe(waiting?.height)
})

test('TEXT-001 in one column a phone that cannot send texts leads back to the list', async ({ actor }) => {
  const alice = await actor('alice', phoneScreen)
  const page = await alice.open('/#sms/nothing/new')
  await expect(title(page)).toHaveText(textStates.noPhones)
  await page.getByRole('link', { name: sentence(paneHeader.back, { section: 'Texting' }) }).click()
  await expect(page).toHaveURL(/#sms$/)
  await expect(page.getByRole('heading', { level: 2, name: textStates.noPhones })).toBeVisible()
})
