import { expect, history, type Page, say, test } from '../../actors/actors.ts'
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

/** The animations since then, of messages and parts of the pane: their durations, by what moves. */
async function watchMotion(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const moved: string[] = []
    Object.assign(globalThis, { moved })
    document.addEventListener('animationstart', ({ target }) => {
      if (!(target instanceof HTMLElement)) return
      const { animationDuration } = getComputedStyle(target)
      const kind = { article: target.dataset.side, header: 'header' }[target.localName]
      const from = target.getAnimations()[0]?.effect
      const [first] = from instanceof KeyframeEffect ? from.getKeyframes() : []
      if (kind) moved.push([kind, animationDuration, first?.transform ?? 'none'].join(' '))
    })
  })
  return () => page.evaluate(() => (globalThis as unknown as { moved: string[] }).moved)
}

test('a message that is sent rises from the field, others and whole conversations fade in, and nothing does where little is to move', async ({
  actor,
}) => {
  const [alice, bob, still] = [await actor('alice'), await actor('bob'), await actor('cleo', { reducedMotion: 'reduce' })]
  for (const { call } of [alice, still]) await call('/v2/pushes', { type: 'note', body: 'hello', email: bob.email })
  for (const { open, email } of [alice, still]) {
    const page = await open('/#people/bob@example.org')
    await expect(history(page).getByRole('article')).toHaveCount(1)
    const moved = await watchMotion(page)
    await say(page, 'I am on the way')
    await expect(history(page).getByRole('article')).toHaveCount(2)
    await bob.call('/v2/pushes', { type: 'note', body: 'good', email })
    await expect(history(page).getByRole('article')).toHaveCount(3)
    await page.getByRole('link', { name: /^Me/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Me' })).toBeVisible()
    const expected = ['out 0.24s translateY(64px) scale(0.97)', 'in 0.12s none', 'header 0.12s none']
    if (email === alice.email) await expect.poll(moved).toEqual(expect.arrayContaining(expected))
    else expect((await moved()).filter((each) => expected.includes(each))).toEqual([])
  }
})
