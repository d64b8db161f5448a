import { seriousFaults } from '../../actors/accessibility.ts'
import { expect, history, test } from '../../actors/actors.ts'

test('a picture of more than 40 megapixels is not drawn without a press, in the conversation and in the viewer', async ({
  actor,
  server,
}) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  const address = `${server.origin}/icon.svg`
  const picture = { type: 'link', url: 'https://example.org/', title: 'bomb.png', image_url: address, email: alice.email }
  await bob.call('/v2/pushes', { ...picture, image_width: 20_000, image_height: 20_000 })
  const page = await alice.open('/#people/bob@example.org')
  const article = history(page).getByRole('article')
  await expect(article.getByText('Large picture, 20,000 × 20,000')).toBeVisible()
  await expect(article.locator(`img[src="${address}"]`)).toHaveCount(0)
  expect(await seriousFaults(page)).toEqual([])
  await article.getByRole('button', { name: 'Show anyway' }).click()
  await expect(article.locator(`img[src="${address}"]`)).toHaveCount(1)
})
