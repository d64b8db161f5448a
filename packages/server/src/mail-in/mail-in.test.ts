// On the engines too: emails become rows and files, once each.

import { createConnection } from 'node:net'
import { createTransport } from 'nodemailer'
import { afterAll, expect, test } from 'vitest'
import { freePort, startTestServer } from '../test-server.ts'
import { tokenOf } from './rules.ts'

const server = await startTestServer({ WAYPOST_MAIL_IN: `127.0.0.1:${await freePort()}` }, { nodes: 1 })
const port = server.app.mailPort as number
const { token } = await server.signUp('ana@example.org')
const source = (await server.request('/v2/sources', { token, body: { name: 'Printer' } })).body
const address = `printer+${source.ntfy_token}@push.example.org`
const transport = createTransport({ host: '127.0.0.1', port, secure: false, ignoreTLS: true })

afterAll(async () => {
  transport.close()
  await server.close()
})

const send = (mail: object) => transport.sendMail({ from: 'Printer <printer@example.org>', to: address, ...mail })
const messages = async () => (await server.request(`/v2/history?conversation=source:${source.iden}`, { token })).body.pushes

test('an email becomes a message of its source, once however often it is sent', async () => {
  const mail = { subject: 'Paper jam — Büro', text: 'Tray 2\nis jammed.', messageId: '<one@example.org>', priority: 'high' }
  await send(mail)
  await send(mail)
  expect(await messages()).toMatchObject([
    { type: 'note', title: 'Paper jam — Büro', body: 'Tray 2\nis jammed.\n\n— "Printer" <printer@example.org>', priority: 4 },
  ])
})

test('attachments become files, the first with the text', async () => {
  await send({
    subject: 'Scan',
    html: '<p>Two <b>pages</b></p>',
    attachments: [
      { filename: 'one.txt', content: 'first page' },
      { filename: 'two.txt', content: 'second page' },
    ],
  })
  const [second, first] = await messages()
  expect(first).toMatchObject({ type: 'file', title: 'Scan', file_name: 'one.txt', body: expect.stringContaining('Two pages') })
  expect(second).toMatchObject({ type: 'file', file_name: 'two.txt' })
  expect(await (await fetch(second.file_url)).text()).toBe('second page')
})

test.each([`printer+tk_${'a'.repeat(29)}@push.example.org`, 'printer@push.example.org', 'ana@example.org', '+@x'])(
  '%s is refused',
  async (to) => {
    await expect(send({ to, subject: 'x' })).rejects.toMatchObject({
      responseCode: expect.toSatisfy((code) => code === 550 || code === 553),
    })
  },
)

test('an email that is too long is refused, and one after it is taken', async () => {
  const before = (await messages()).length
  await expect(
    send({ subject: 'long', text: 'x', attachments: [{ filename: 'a', content: Buffer.alloc(30 * 2 ** 20) }] }),
  ).rejects.toMatchObject({
    responseCode: 552,
  })
  await send({ subject: 'short' })
  expect(await messages()).toHaveLength(before + 1)
})

test('a client that breaks off in the middle harms nobody', async () => {
  const before = (await messages()).length
  const socket = createConnection(port, '127.0.0.1')
  await new Promise((heard) => socket.once('data', heard))
  socket.write(`EHLO x\r\nMAIL FROM:<a@example.org>\r\nRCPT TO:<${address}>\r\nDATA\r\nSubject: half\r\n\r\nha`)
  await new Promise((heard) => socket.once('data', heard))
  socket.destroy()
  await send({ subject: 'whole' })
  const now = await messages()
  expect(now).toHaveLength(before + 1)
  expect(now[0].title).toBe('whole')
})

test('a token is read in any case, and only behind a plus', () => {
  const secret = `tk_${'ab1'.repeat(10).slice(0, 29)}`
  expect(tokenOf(`Name+${secret.toUpperCase()}@x`)).toBe(secret)
  expect(tokenOf(`${secret}@x`)).toBeUndefined()
})
