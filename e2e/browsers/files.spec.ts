import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { by, expect, type Person, sees, test } from './firefox.ts'

const names = async (who: Person): Promise<string[]> =>
  (await who.call('/v2/pushes')).body.pushes.map(({ file_name }: { file_name: string }) => file_name)

test('files are sent by the paperclip, by paste and by drop, and arrive byte for byte', async ({ person }) => {
  const alice = await person('alice')
  const bob = await person('bob')
  const page = await alice.open('/#people/bob@example.org')
  const folder = mkdtempSync(join(tmpdir(), 'waypost-firefox-'))
  const path = join(folder, 'chosen.txt')
  writeFileSync(path, 'chosen by hand')
  try {
    // An automated Firefox immediately reports that its dialog was cancelled, but still accepts files.
    await page.evaluate(() =>
      addEventListener('cancel', (event) => event.stopImmediatePropagation(), { capture: true, once: true }),
    )
    const [chooser] = await Promise.all([page.waitForFileChooser(), by(page, 'button', 'Attach files').click()])
    await chooser.accept([path])
    await sees(page, 'chosen.txt')
    await page.keyboard.press('Enter')
    await expect.poll(() => names(bob)).toEqual(['chosen.txt'])
  } finally {
    rmSync(folder, { recursive: true })
  }
  await page.evaluate(() => {
    const data = new DataTransfer()
    data.items.add(new File(['pasted'], 'pasted.log', { type: 'text/x-log' }))
    // Firefox gives scripts no way to fill the clipboard of an event.
    const paste = Object.defineProperty(new Event('paste', { bubbles: true, cancelable: true }), 'clipboardData', { value: data })
    document.body.dispatchEvent(paste)
  })
  await sees(page, 'pasted.log')
  await page.keyboard.press('Enter')
  await expect.poll(() => names(bob)).toEqual(['pasted.log', 'chosen.txt'])
  const drag = (type: string) =>
    page.evaluate((type) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['dropped'], 'dropped.csv', { type: 'text/csv' }))
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
    }, type)
  await drag('dragenter')
  await sees(page, 'Drop file here.')
  await drag('drop')
  await sees(page, 'dropped.csv')
  await page.keyboard.press('Enter')
  await expect.poll(() => names(bob)).toEqual(['dropped.csv', 'pasted.log', 'chosen.txt'])
  const { pushes } = (await bob.call('/v2/pushes')).body
  const contents = await Promise.all(pushes.map(async ({ file_url }: { file_url: string }) => (await fetch(file_url)).text()))
  expect(contents).toEqual(['dropped', 'pasted', 'chosen by hand'])
})
