import { fileCard, largePicture } from '@waypost/web/words/ui/cards'
import { seriousFaults } from '../../actors/accessibility.ts'
import { type Actor, expect, history, test } from '../../actors/actors.ts'
import { sentence } from '../../actors/words/sentence.ts'

/** The header gives a size, but there are no pixels. */
async function uploaded(actor: Actor, name: string, type: string, [width, height]: [number, number]): Promise<string> {
  const bytes = Buffer.alloc(300)
  bytes.write('89504e470d0a1a0a0000000d49484452', 'hex')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  const { body } = await actor.call('/v3/start-upload', { name, size: bytes.length, type })
  await fetch(body.piece_urls[0], { method: 'POST', body: new Uint8Array(bytes) })
  return (await actor.call('/v3/finish-upload', { id: body.id })).body.file_url
}

test('a picture of more than 40 megapixels is not drawn without a press, nor one that cannot be measured; what cannot be drawn is saved', async ({
  actor,
  server,
}) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  const large = await uploaded(bob, 'bomb.png', 'image/png', [20_000, 20_000])
  const broken = await uploaded(bob, 'broken.png', 'image/png', [20, 20])
  const photo = await uploaded(bob, 'photo.heic', 'image/heic', [20, 20])
  for (const file_url of [large, broken, photo]) {
    await bob.call('/v2/pushes', { type: 'file', file_url, email: alice.email })
    // Otherwise they would form an album.
    await bob.call('/v2/pushes', { type: 'note', body: 'Look', email: alice.email })
  }
  const elsewhere = `${server.origin.replace(/:\d+$/, ':9')}/a.png`
  await bob.call('/v2/pushes', {
    type: 'link',
    url: 'https://example.org/',
    title: 'Elsewhere',
    image_url: elsewhere,
    email: alice.email,
  })
  await bob.call('/v2/users/me', { image_url: large })
  const page = await alice.open('/#people/bob@example.org')
  const articles = history(page).getByRole('article')
  const first = articles.filter({ hasText: sentence(largePicture.size, { width: '20,000', height: '20,000' }) })
  await expect(first.getByText('bomb.png')).toBeVisible()
  await expect(articles.getByText('size unknown')).toBeVisible()
  await expect(articles.getByRole('link', { name: sentence(fileCard.download, { name: 'photo.heic' }) })).toBeVisible()
  await expect(articles.getByRole('link', { name: sentence(fileCard.download, { name: 'broken.png' }) })).toBeVisible()
  await expect(page.locator('img[data-shown]')).toHaveCount(0)
  expect(await page.evaluate(() => [...document.images].filter(({ naturalWidth }) => naturalWidth > 0).length)).toBe(0)
  expect(await seriousFaults(page)).toEqual([])
  await first.getByRole('button', { name: largePicture.show }).click()
  // These bytes aren't a complete picture, so it becomes a file; it was read in order to be drawn.
  await expect(articles.getByRole('link', { name: sentence(fileCard.download, { name: 'bomb.png' }) })).toBeVisible()
})
