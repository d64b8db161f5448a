import { seal, sealKey } from '@waypost/protocol'
import { encryptionWords } from '@waypost/web/words/settings'
import { textThread } from '@waypost/web/words/sms'
import { connectPhone, dana, incoming, withDana } from '../actors/phone.ts'
import { file, remoteDevice } from '../actors/remote-device.ts'
import { sentence } from '../actors/words/sentence.ts'
import { by, expect, fill, press, sawGo, sees, test } from './firefox.ts'

const folders = { '~': [file('~/diary.txt', 1_000, 'text/plain')] }

test('a text is read and answered, and the phone says that it is sent', async ({ person }) => {
  const alice = await person('alice')
  const phone = await withDana(alice)
  const page = await alice.open(`/#sms/${phone.iden}/7`)
  await sees(page, 'On the bus')
  await fill(page, sentence(textThread.reply, { name: 'Dana' }), 'Me too')
  await page.keyboard.press('Enter')
  const [text] = await phone.waiting(1)
  expect(text?.data).toMatchObject({ message: 'Me too', addresses: [dana.address] })
  await sees(page, 'Pending')
  if (text) await phone.says(text, 'sent')
  await sees(page, 'Me too')
  await sawGo(page, 'Pending')
})

test('a file of a connected device is requested and arrives', async ({ person, server }) => {
  const alice = await person('alice')
  const laptop = await remoteDevice(server.origin, alice, folders)
  const page = await alice.open(`/#remotefiles/${laptop.iden}`)
  await sees(page, 'diary.txt')
  await page.locator('main ::-p-text(diary.txt)').click()
  await press(page, 'Request')
  await expect.poll(() => laptop.requests.filter((asked) => asked.endsWith('diary.txt'))).toHaveLength(1)
  await laptop.send({ file_url: `${server.origin}/icon.svg` })
  await by(page, 'link', 'diary.txt').wait()
  laptop.close()
})

test('with one password, files and texts of encrypted devices are read, and an answer is sealed', async ({ person, server }) => {
  const alice = await person('alice')
  const laptop = await remoteDevice(server.origin, alice, folders, { password: 'correct horse' })
  const phone = await connectPhone(alice)
  const { body: me } = await alice.call('/v2/users/me')
  const key = await sealKey('correct horse', me.iden)
  await phone.keep([{ id: '7', recipients: [dana], messages: [incoming(1, 3, 'Between us')] }], async (data) => ({
    encrypted: true,
    ciphertext: await seal(key, JSON.stringify(data)),
  }))
  const page = await alice.open('/#settings/encryption')
  await page.locator('input[type=password]').fill('correct horse')
  await press(page, 'Save')
  await sees(page, encryptionWords.on)
  await page.goto(`${server.origin}/#remotefiles/${laptop.iden}`)
  await sees(page, 'diary.txt')
  await page.goto(`${server.origin}/#sms/${phone.iden}/7`)
  await sees(page, 'Between us')
  await fill(page, sentence(textThread.reply, { name: 'Dana' }), 'Not a word')
  await page.keyboard.press('Enter')
  const [text] = await phone.waiting(1)
  expect(text?.data.ciphertext).toMatch(/^[\w+/=]+$/)
  expect(text?.data.message).toBeUndefined()
  laptop.close()
})
