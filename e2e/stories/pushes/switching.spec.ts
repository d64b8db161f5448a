import { expect, history, test } from '../../actors/actors.ts'
import { fill, note } from '../../actors/many-notes.ts'

test('no frame shows the header of one conversation over the messages of another', async ({ actor, server }) => {
  const [alice, bob, carol] = [await actor('alice'), await actor('bob'), await actor('carol')]
  for (const { email } of [bob, carol]) await alice.call('/v2/chats', { email })
  await fill(server, alice, { count: 60, from: bob })
  await carol.call('/v2/pushes', { type: 'note', body: 'words of Carol', email: alice.email })
  const page = await alice.open('/#people/bob@example.org')
  await expect(note(page, 60)).toBeVisible()
  await page.evaluate(() => {
    const mixed: string[] = []
    Object.assign(globalThis, { mixed })
    const look = () => {
      const title = document.querySelector('main h1')?.textContent ?? ''
      const seen = [...document.querySelectorAll('[data-region=history] article')].filter((item) =>
        item.checkVisibility({ visibilityProperty: true }),
      )
      const words = seen.map((item) => item.textContent).join(' ')
      if (title.startsWith('Carol') && words.includes('note ')) mixed.push(`${title}: ${words.slice(0, 40)}`)
      if (title.startsWith('Bob') && words.includes('words of Carol')) mixed.push(`${title}: ${words.slice(0, 40)}`)
      requestAnimationFrame(look)
    }
    look()
  })
  for (let turn = 0; turn < 3; turn++) {
    await page.getByRole('link', { name: /^Carol/ }).click()
    await expect(history(page).getByText('words of Carol')).toBeVisible()
    await page.getByRole('link', { name: /^Bob/ }).click()
    await expect(note(page, 60)).toBeVisible()
  }
  expect(await page.evaluate(() => (globalThis as unknown as { mixed: string[] }).mixed)).toEqual([])
})
