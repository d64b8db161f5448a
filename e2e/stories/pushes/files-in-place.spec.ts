import { pdfWords, textExcerpt } from '@waypost/web/words/push/file'
import { faultsOnEachScreen } from '../../actors/accessibility.ts'
import { expect, history, openAtNewest, type Page, test } from '../../actors/actors.ts'
import { sendFile, tone } from '../../actors/app/sent-files.ts'
import { sentence } from '../../actors/words/sentence.ts'

/** A video that the browser records from a canvas. */
async function film(page: Page): Promise<Buffer> {
  const text = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 240 })
    const drawing = canvas.getContext('2d')
    const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm' })
    const pieces: Blob[] = []
    recorder.ondataavailable = ({ data }) => void pieces.push(data)
    const ended = new Promise((resolve) => {
      recorder.onstop = resolve
    })
    recorder.start()
    for (let frame = 0; frame < 20; frame++) {
      if (drawing) drawing.fillStyle = `hsl(${frame * 18} 70% 50%)`
      drawing?.fillRect(0, 0, 320, 240)
      await new Promise(requestAnimationFrame)
    }
    recorder.stop()
    await ended
    const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer())
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  })
  return Buffer.from(text, 'base64')
}

/** A one-page PDF with a large black square. */
const pdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<<>>>>endobj
4 0 obj<</Length 30>>stream
0 0 0 rg 100 600 150 150 re f
endstream endobj
trailer<</Root 1 0 R>>
%%EOF`

const program = `// Counts words.\nexport function count(text: string): number {\n  return text.split(' ').length\n}\n${Array.from({ length: 30 }, (_, line) => `// line ${line}`).join('\n')}\nexport const last = "<script>window.ran = 1</script>"\n`

test('a video and recordings play in place, one at a time, and are fetched in parts', async ({ actor }) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  await openAtNewest(bob)
  const his = await bob.open('/#people/alice@example.org')
  const parts: number[] = []
  his.on('response', (response) => {
    if (response.url().includes('/files/') && response.request().headers().range) parts.push(response.status())
  })
  await sendFile(alice, bob, 'film.webm', 'video/webm', await film(his))
  for (const name of ['first.wav', 'second.wav']) await sendFile(alice, bob, name, 'audio/wav', tone(20))
  const player = (name: string) => history(his).getByLabel(name, { exact: true })
  const isPlaying = (name: string) => player(name).evaluate((element: HTMLMediaElement) => !element.paused)
  await expect
    .poll(() => player('Recording second.wav').evaluate((element: HTMLMediaElement) => Math.round(element.duration)))
    .toBe(20)
  await expect
    .poll(() => player('Video film.webm').evaluate((element: HTMLVideoElement) => [element.videoWidth, element.videoHeight]))
    .toEqual([320, 240])
  // The box has the size of all video boxes, so the layout doesn't shift when the video loads.
  const box = await player('Video film.webm').boundingBox()
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(16 / 9, 1)
  await player('Recording first.wav').press('Space')
  await expect.poll(() => isPlaying('Recording first.wav')).toBe(true)
  await player('Recording second.wav').press('Space')
  await expect.poll(() => isPlaying('Recording second.wav')).toBe(true)
  await expect.poll(() => isPlaying('Recording first.wav')).toBe(false)
  await expect(history(his).getByRole('link', { name: /^Download first\.wav/ })).toBeVisible()
  expect(parts.length).toBeGreaterThan(0)
  expect(new Set(parts)).toEqual(new Set([206]))
})

test('a PDF shows its first page, a program its first lines in colors and all of them on a press; nothing of a file runs', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const bob = await actor('bob')
  await openAtNewest(bob)
  await sendFile(alice, bob, 'paper.pdf', 'application/pdf', pdf)
  await sendFile(alice, bob, 'broken.pdf', 'application/pdf', 'this is no PDF')
  await sendFile(alice, bob, 'page.html', 'text/html', '<script>window.ran = 1</script><img src=x onerror="window.ran = 1">')
  await sendFile(alice, bob, 'count.ts', 'video/mp2t', program)
  const his = await bob.open('/#people/alice@example.org')
  const lines = his.locator('pre').filter({ hasText: 'Counts words.' })
  await expect(lines.locator('[data-kind="keyword"]').first()).toHaveText('export')
  await expect(lines.locator('[data-kind="comment"]').first()).toHaveText('// Counts words.')
  const canvas = history(his).locator('canvas').first()
  const dark = () =>
    canvas.evaluate((element: HTMLCanvasElement) => {
      const { width, height } = element
      const pixels = element.getContext('2d')?.getImageData(0, 0, width, height).data ?? []
      let count = 0
      for (let at = 0; at < pixels.length; at += 4) if (pixels[at + 3] === 255 && (pixels[at] ?? 255) < 50) count++
      return count / (width * height)
    })
  // It is only loaded once it is about to come into view.
  await history(his)
    .getByRole('link', { name: /^Download paper\.pdf/ })
    .scrollIntoViewIfNeeded()
  // The square covers 150 × 150 of 600 × 800.
  await expect.poll(dark).toBeCloseTo(0.047, 2)
  await expect(history(his).getByText(pdfWords.missing)).toBeVisible()
  await expect(history(his).getByRole('link', { name: /^Download broken\.pdf/ })).toBeVisible()
  await history(his).getByRole('button', { name: textExcerpt.showAll }).click()
  const all = history(his).getByRole('region', { name: sentence(textExcerpt.label, { name: 'count.ts' }) })
  await expect(all).toContainText('export const last = "<script>window.ran = 1</script>"')
  await history(his).getByRole('button', { name: textExcerpt.showLess }).click()
  await expect(all).toHaveCount(0)
  expect(await his.evaluate(() => 'ran' in window)).toBe(false)
  expect(await faultsOnEachScreen(his, 'files in place', lines, { readOut: his })).toEqual([])
})
