import { sharingOnIos } from '@waypost/web/words/apps'
import { messageMenuWords } from '@waypost/web/words/push/menu'
import { sharing } from '@waypost/web/words/ui'
import { pictureViewer } from '@waypost/web/words/ui/viewer'
import { type Actor, chooseFor, expect, history, openMenuOf, type Page, test } from '../../actors/actors.ts'
import { keepToasts } from '../../actors/toasts.ts'
import { sentence } from '../../actors/words/sentence.ts'

const message = (page: Page, words: string | RegExp) => history(page).getByRole('article').filter({ hasText: words })

/** The shared data: the texts of `ShareData`, and name, type and content of each file. */
interface Shared {
  text?: string
  url?: string
  title?: string
  files?: string[][]
}

/**
 * Gives the browser a share sheet, which headless ones lack, and lets toasts stay. `answers` are the names of its errors, or undefined for
 * success.
 */
async function withShareSheet({ context }: Actor, answers: (string | undefined)[] = []): Promise<Shared[]> {
  const shared: Shared[] = []
  await keepToasts(context)
  await context.exposeFunction('noteShare', (data: Shared) => {
    shared.push(data)
    return answers.shift()
  })
  await context.addInitScript(() => {
    const { noteShare } = window as unknown as { noteShare: (data: object) => Promise<string | undefined> }
    Object.assign(navigator, {
      canShare: () => true,
      async share({ files, ...texts }: ShareData) {
        const read = files && (await Promise.all(files.map(async (file) => [file.name, file.type, await file.text()])))
        const name = await noteShare({ ...texts, ...(read && { files: read }) })
        if (name) throw new DOMException('Refused.', name)
      },
    })
  })
  return shared
}

async function sendFile(person: Actor, name: string, type: string, content: Buffer): Promise<void> {
  const { body } = await person.call('/v2/upload-request', { file_name: name, file_type: type })
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(content)]), name)
  await fetch(body.upload_url, { method: 'POST', body: form })
  await person.call('/v2/pushes', { type: 'file', file_name: name, file_type: type, file_url: body.file_url })
}

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('the menu of a message shares its text, its link or its file with other apps', async ({ actor }) => {
  const alice = await actor('alice')
  const shared = await withShareSheet(alice, [undefined, undefined, undefined, 'AbortError', 'DataError'])
  await alice.call('/v2/pushes', { type: 'note', title: 'List', body: 'Tent and stove' })
  await alice.call('/v2/pushes', { type: 'link', title: 'A place', body: 'Shall we?', url: 'https://example.org/camp' })
  await sendFile(alice, 'list.txt', 'text/plain', Buffer.from('Tent'))
  const page = await alice.open()
  await chooseFor(message(page, 'Tent and stove'), sharing.share)
  await expect.poll(() => shared.at(-1)).toEqual({ text: 'List\nTent and stove' })
  await chooseFor(message(page, 'Shall we?'), sharing.share)
  await expect.poll(() => shared.at(-1)).toEqual({ title: 'A place', text: 'Shall we?', url: 'https://example.org/camp' })
  await chooseFor(message(page, 'list.txt'), sharing.share)
  await expect.poll(() => shared.at(-1)).toEqual({ files: [['list.txt', 'text/plain', 'Tent']] })
  // Closing the share sheet isn't a failure; a refusal is.
  await chooseFor(message(page, 'Shall we?'), sharing.share)
  await expect.poll(() => shared.length).toBe(4)
  await expect(page.getByText(sharing.failed)).toHaveCount(0)
  await chooseFor(message(page, 'Shall we?'), sharing.share)
  await expect(page.getByText(sharing.failed).last()).toBeVisible()
})

test('a file that took too long to arrive is shared with another press; the picture viewer shares, too', async ({ actor }) => {
  const alice = await actor('alice')
  const shared = await withShareSheet(alice, ['NotAllowedError', undefined])
  await sendFile(alice, 'dot.png', 'image/png', pixel)
  const page = await alice.open()
  await history(page)
    .getByRole('button', { name: /dot\.png/ })
    .first()
    .click()
  const viewer = page.getByRole('dialog', { name: 'dot.png' })
  await viewer.getByRole('button', { name: sentence(pictureViewer.share, { name: 'dot.png' }) }).click()
  await expect(viewer.getByText(sharing.ready).last()).toBeVisible()
  await viewer.getByRole('button', { name: sharing.share, exact: true }).click()
  await expect.poll(() => shared.length).toBe(2)
  expect(shared[1]?.files?.[0]?.slice(0, 2)).toEqual(['dot.png', 'image/png'])
})

test('a file that does not arrive is said, and without a share sheet nothing is offered', async ({ actor }) => {
  const [alice, bob] = [await actor('alice'), await actor('bob')]
  await withShareSheet(alice)
  await sendFile(alice, 'list.txt', 'text/plain', Buffer.from('Tent'))
  const page = await alice.open()
  await expect(message(page, 'list.txt')).toBeVisible()
  await page.route('**/files/**', (route) => route.abort())
  await chooseFor(message(page, 'list.txt'), sharing.share)
  await expect(page.getByText(sharing.notFetched).last()).toBeVisible()

  await bob.call('/v2/pushes', { type: 'note', body: 'Tent and stove' })
  const his = await bob.open()
  await openMenuOf(message(his, 'Tent and stove'))
  await expect(his.getByRole('menuitem', { name: messageMenuWords.copyText })).toBeVisible()
  await expect(his.getByRole('menuitem', { name: sharing.share })).toHaveCount(0)
})

test('the page about iPhones is reached from the apps, and names the address of this server', async ({ visitor, server }) => {
  const page = await visitor()
  await page.goto('/apps')
  await page.getByRole('link', { name: sharingOnIos.link }).click()
  await expect(page.getByRole('heading', { name: 'Share from an iPhone or iPad', level: 1 })).toBeVisible()
  await expect(page.getByText(`POST ${server.origin}/v2/upload-request`)).toBeVisible()
  await expect(page.getByText('{upload_url}')).toBeVisible()
  const { wide, most } = await page.evaluate(() => ({ wide: document.documentElement.scrollWidth, most: innerWidth }))
  expect(wide).toBeLessThanOrEqual(most)
})
