import { messageMenuWords } from '@waypost/web/words/push/menu'
import { seriousFaults } from '../../actors/accessibility.ts'
import { chooseFor, composer, expect, history, type Page, say, test } from '../../actors/actors.ts'

const message = (page: Page, words: string | RegExp) => history(page).getByRole('article').filter({ hasText: words })

const typed = [
  'The **plan** for *Friday*, see [the notes](https://example.org/notes_of_us):',
  '- buy `snake_case` stickers',
  '- ~~call Tom~~',
  '  he is away',
  '',
  '> who brings the cake?',
  '',
  '```',
  'const a_b = 2*3*4',
  '```',
].join('\n')

test('a note is formatted as it was typed, in both windows; copying, editing and forwarding use the text as typed', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  await alice.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await alice.open('/#people/bob@example.org')
  const his = await bob.open('/#people/alice@example.org')
  await composer(page).fill(typed)
  await composer(page).press('Enter')
  for (const window of [page, his]) {
    const item = message(window, 'Friday')
    await expect(item.getByRole('strong')).toHaveText('plan')
    await expect(item.getByRole('emphasis')).toHaveText('Friday')
    await expect(item.getByRole('link', { name: /^the notes/ })).toHaveAttribute('href', 'https://example.org/notes_of_us')
    await expect(item.getByRole('listitem')).toHaveText(['buy snake_case stickers', 'call Tom\nhe is away'])
    await expect(item.getByRole('blockquote')).toHaveText('who brings the cake?')
    await expect(item.locator('pre')).toHaveText('const a_b = 2*3*4')
    // One line has no room for formatting marks.
    await expect(item).toHaveAccessibleName(/message: The plan for Friday, see the notes: • buy snake_case/)
    expect(await seriousFaults(window)).toEqual([])
  }
  expect((await bob.call('/v2/pushes?limit=1')).body.pushes[0].body).toBe(typed)
  await chooseFor(message(page, 'Friday'), messageMenuWords.copyText)
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(typed)
  await chooseFor(message(page, 'Friday'), messageMenuWords.edit)
  await expect(composer(page)).toHaveValue(typed)
  await composer(page).press('Escape')
  await chooseFor(message(his, 'Friday'), messageMenuWords.reply)
  await say(his, 'Me!')
  await expect(message(page, 'Me!').getByRole('button', { name: /^In reply to You: The plan for Friday/ })).toBeVisible()
})

test('nothing that is sent runs or becomes an element, and an address cannot pose as another one', async ({ actor }) => {
  const alice = await actor('alice')
  const page = await alice.open()
  const hostile = [
    '<img src=x onerror=alert(1)> **<script>alert(1)</script>**',
    '[click](javascript:alert(1)) [bank.example](https://evil.example/)',
  ].join('\n')
  await alice.call('/v2/pushes', { type: 'note', body: hostile })
  const item = message(page, 'onerror')
  await expect(item.getByRole('strong')).toHaveText('<script>alert(1)</script>')
  await expect(item).toContainText('[click](javascript:alert(1)) [bank.example](https://evil.example/')
  await expect(item.locator('img, script')).toHaveCount(0)
  await expect(item.getByRole('link')).toHaveText([/^https:\/\/evil\.example\//])
})

test('a long formatted note folds and unfolds, and 100 kB of stars are shown at once', async ({ actor }) => {
  const alice = await actor('alice')
  const page = await alice.open()
  await alice.call('/v2/pushes', { type: 'note', body: Array.from({ length: 40 }, (_, at) => `- **item** ${at}`).join('\n') })
  const item = message(page, 'item 0')
  await expect(item.getByRole('listitem')).toHaveCount(14)
  await item.getByRole('button', { name: 'Show all' }).click()
  await expect(item.getByRole('listitem')).toHaveCount(40)
  await alice.call('/v2/pushes', { type: 'note', body: `${'*a **b _c '.repeat(9_000)} the end` })
  await message(page, '*a **b').getByRole('button', { name: 'Show all' }).click()
  await expect(message(page, 'the end')).toBeVisible()
})
