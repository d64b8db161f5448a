import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sendDialog } from '@waypost/web/words/conversation/pictures'
import { conversationPane } from '@waypost/web/words/push'
import { cardWords } from '@waypost/web/words/sign-in'
import { seriousFaults } from '../../actors/accessibility.ts'
import { type Actor, composer, expect, history, type Page, sendChosen, test } from '../../actors/actors.ts'
import { sentence } from '../../actors/words/sentence.ts'

const pushesOf = async (actor: Actor) => (await actor.call('/v2/pushes')).body.pushes as Record<string, string>[]

/** Drags files and a folder over a page, like the window system. */
async function dragger(page: Page, names: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-drag-'))
  const files = names.map((name) => join(folder, name))
  for (const path of files) writeFileSync(path, 'dragged')
  const inner = join(folder, 'a folder')
  mkdirSync(inner)
  const session = await page.context().newCDPSession(page)
  const drag = (type: 'dragEnter' | 'dragOver' | 'drop', x: number, y: number, items: object[] = []) =>
    session.send('Input.dispatchDragEvent', {
      type,
      x,
      y,
      data: { items: items as never[], files: items.length > 0 ? [] : [inner, ...files], dragOperationsMask: 1 },
    })
  return drag
}

test("PUSH-034 PUSH-036 'Drop file here.' covers the window, for files only, never flickers, a folder is not sent, and a stray drop does not navigate (acceptance point 22)", async ({
  actor,
}) => {
  const alice = await actor('alice')
  const carol = await actor('carol')
  await carol.call('/v2/channels', { tag: 'news', name: 'News' })
  await alice.call('/v2/subscriptions', { channel_tag: 'news' })
  const page = await alice.open('/#people/bob@example.org')
  await expect(composer(page)).toBeVisible()
  const drag = await dragger(page, ['one.txt', 'two.txt'])
  const overlay = page.getByText('Drop file here.')
  const text = [{ mimeType: 'text/plain', data: 'words' }]
  await drag('dragEnter', 600, 300, text)
  await drag('dragOver', 600, 300, text)
  await expect(overlay).toHaveCount(0)
  await drag('drop', 600, 300, text)

  await drag('dragEnter', 600, 300)
  await drag('dragOver', 600, 300)
  await expect(overlay).toBeVisible()
  const whole = page.viewportSize()
  expect(await overlay.locator('../..').boundingBox()).toEqual({ x: 0, y: 0, ...whole })
  await expect(page.locator('main').getByText('bob@example.org').last()).toBeVisible()
  await page.evaluate(() => {
    const words = [...document.querySelectorAll('p')].find((element) => element.textContent === 'Drop file here.')
    const overlaid = words?.parentElement?.parentElement
    new MutationObserver(() => {
      if (!overlaid?.isConnected) document.title = 'flickered'
    }).observe(document.body, { childList: true, subtree: true })
  })
  for (const [x, y] of [
    [650, 700],
    [40, 120],
    [300, 40],
    [900, 500],
  ] as const)
    await drag('dragOver', x, y)
  await expect(overlay).toBeVisible()
  expect(await page.title()).not.toBe('flickered')
  // The browser's protocol can't drag them out of the window.
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([], 'one.txt'))
    document.body.dispatchEvent(new DragEvent('dragleave', { bubbles: true, dataTransfer }))
  })
  await expect(overlay).toHaveCount(0)
  await drag('drop', 900, 500)
  await expect(overlay).toHaveCount(0)
  const question = page.getByRole('dialog', { name: sentence(sendDialog.title, { name: 'bob@example.org' }) })
  await expect(question.getByRole('listitem')).toHaveCount(2)
  await expect(question.getByText('2 files, 14 bytes')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  expect(await pushesOf(alice)).toEqual([])
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: conversationPane.undo }).click()
  await expect(question.getByLabel(sendDialog.caption)).toBeFocused()
  await page.keyboard.type('Both of them')
  await page.keyboard.press('Enter')
  await expect(question).toHaveCount(0)
  for (const name of ['one.txt', 'two.txt'])
    await expect(history(page).getByRole('link', { name: new RegExp(`Download ${name}`) })).toBeVisible()
  await expect(history(page).getByRole('article')).toHaveCount(2)

  await page.goto('/#following/news')
  await expect(page.getByText(conversationPane.closed)).toBeVisible()
  await drag('dragEnter', 900, 500)
  await drag('dragOver', 900, 500)
  await expect(overlay).toHaveCount(0)
  await drag('drop', 900, 500)
  await page.goto('/signin')
  await drag('dragEnter', 600, 300)
  await drag('dragOver', 600, 300)
  await drag('drop', 600, 300)
  await expect(page.getByRole('heading', { level: 1, name: cardWords.signedIn })).toBeVisible()
  expect(page.url()).toContain('/signin')
  const sent = await pushesOf(alice)
  expect(sent.map(({ body }) => body)).toEqual([undefined, 'Both of them'])
})

test('PUSH-035 (deviates) pasted files are asked about, wherever the focus is; a paste with text stays text', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const page = await alice.open()
  await expect(composer(page)).toBeVisible()
  const paste = (selector: string, text?: string) =>
    page.evaluate(
      ([to, words]) => {
        const clipboardData = new DataTransfer()
        clipboardData.items.add(new File(['x'], 'shot.txt', { type: 'text/plain' }))
        if (words) clipboardData.setData('text/plain', words)
        const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
        document.querySelector(to as string)?.dispatchEvent(event)
        return event.defaultPrevented
      },
      [selector, text] as const,
    )
  expect(await paste('textarea', 'words of a document')).toBe(false)
  expect(await paste('textarea')).toBe(true)
  await sendChosen(page)
  await expect(history(page).getByRole('article')).toHaveCount(1)
  expect(await paste('body')).toBe(true)
  await sendChosen(page)
  await expect(history(page).getByRole('article')).toHaveCount(2)
  await expect.poll(() => pushesOf(alice)).toHaveLength(2)
})
