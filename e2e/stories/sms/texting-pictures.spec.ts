import { sendDialog } from '@waypost/web/words/conversation/pictures'
import { deviceSwitch, textAttach, textThread } from '@waypost/web/words/sms'
import { undo } from '@waypost/web/words/ui/words'
import { expect, history, type Page, sendChosen, test } from '../../actors/actors.ts'
import { openDana, withDana } from '../../actors/phone.ts'
import { sentence } from '../../actors/words/sentence.ts'

async function drawn(page: Page, mimeType: string, width: number, height: number) {
  const data = await page.evaluate(
    ([type, width, height]) => {
      const canvas = document.createElement('canvas')
      canvas.width = width as number
      canvas.height = height as number
      canvas.getContext('2d')?.fillRect(0, 0, 40, 40)
      return canvas.toDataURL(type as string)
    },
    [mimeType, width, height] as const,
  )
  return { name: 'beach', mimeType, buffer: Buffer.from(data.split(',')[1] ?? '', 'base64') }
}

async function attach(page: Page, ...files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach files' }).click()
  await (await chooser).setFiles(files)
}

test('TEXT-025 (deviates) TEXT-026 (deviates) TEXT-027 GAP-076 a picture is scaled down and sent; other files, and phones without MMS, send none', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const phone = await withDana(alice)
  const page = await openDana(alice, phone)
  await attach(page, { name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') })
  const said = page.getByRole('region', { name: 'Notifications' }).getByRole('status')
  await expect(said).toContainText(textAttach.onlyPictures)
  await attach(page, await drawn(page, 'image/jpeg', 3_000, 1_000))
  const asked = page.getByRole('dialog', { name: sentence(sendDialog.title, { name: 'Dana' }) })
  await asked.getByRole('textbox', { name: sendDialog.caption }).fill('The beach')
  await sendChosen(page)
  await expect(history(page).getByRole('button', { name: 'Show beach' })).toBeVisible()
  const [text] = await phone.waiting(1)
  expect(text?.data).toMatchObject({ message: 'The beach', file_type: 'image/jpeg' })
  const size = await page.evaluate(async (url) => {
    const bitmap = await createImageBitmap(await (await fetch(url)).blob())
    return [bitmap.width, bitmap.height]
  }, text?.file_url ?? '')
  expect(size).toEqual([1_536, 512])
  await attach(page, await drawn(page, 'image/png', 80, 60))
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: undo }).click()
  await sendChosen(page)
  expect((await phone.waiting(2)).map(({ data }) => data.file_type).sort()).toEqual(['image/jpeg', 'image/png'])

  const plain = await withDana(alice, { nickname: 'Old phone', has_mms: false })
  await page.goto(`/#sms/${plain.iden}/7`)
  await expect(page.getByRole('button', { name: sentence(deviceSwitch.phone, { name: 'Old phone' }) })).toBeVisible()
  await attach(page, await drawn(page, 'image/png', 80, 60))
  await expect(said).toContainText(textAttach.none)
  await phone.waiting(2)
})

test('PUSH-036 a dropped or pasted picture is asked about and sent while the texting form is shown, and nowhere else', async ({
  actor,
}) => {
  const alice = await actor('alice')
  const phone = await withDana(alice)
  const page = await openDana(alice, phone)
  const { buffer } = await drawn(page, 'image/png', 80, 60)
  /** @returns whether the page accepted it */
  const hand = (kind: 'paste' | 'drop') =>
    page.evaluate(
      ([bytes, how]) => {
        const data = new DataTransfer()
        data.items.add(new File([new Uint8Array(bytes as number[])], 'beach.png', { type: 'image/png' }))
        const init = { bubbles: true, cancelable: true }
        const events =
          how === 'paste'
            ? [new ClipboardEvent('paste', { ...init, clipboardData: data })]
            : ['dragenter', 'dragover', 'drop'].map((name) => new DragEvent(name, { ...init, dataTransfer: data }))
        for (const event of events) document.body.dispatchEvent(event)
        return events.at(-1)?.defaultPrevented
      },
      [[...buffer], kind] as const,
    )
  const field = page.getByRole('textbox', { name: sentence(textThread.reply, { name: 'Dana' }) })
  await field.fill('On the sand')
  expect(await hand('paste')).toBe(true)
  await expect(page.getByRole('textbox', { name: sendDialog.caption })).toHaveValue('On the sand')
  await sendChosen(page)
  await expect(field).toHaveValue('')
  expect((await phone.waiting(1)).map(({ data }) => data.message)).toEqual(['On the sand'])
  expect(await hand('drop')).toBe(true)
  await sendChosen(page)
  const texts = await phone.waiting(2)
  expect(texts.map(({ data }) => data.file_type)).toEqual(['image/png', 'image/png'])
  await page.goto('/#settings/devices')
  await expect(page.getByRole('heading', { level: 2, name: 'Devices' })).toBeVisible()
  expect(await hand('paste')).toBe(false)
  await hand('drop')
  await phone.waiting(2)
  expect((await alice.call('/v2/pushes')).body.pushes).toEqual([])
})
