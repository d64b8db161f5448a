import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { watched } from '@waypost/client/session/test-sessions'
import { recipientsPerText } from '@waypost/protocol'
import { describe, expect, test } from 'vitest'
import { type Phone, type PhoneChange, PhoneUnavailable } from '../../phone/phone.ts'
import { ask, becomes, create, eventually, run, setUpSmsStage, stage } from './test-sms-stage.ts'

setUpSmsStage()

function phoneThat(send: Phone['send'], more: Partial<Phone> = {}): Phone {
  return {
    name: 'a phone in a test',
    hasMms: true,
    threads: async () => [],
    thread: async () => [],
    phonebook: async () => [],
    send,
    takeBack: async () => false,
    onChange: () => () => {},
    close: async () => {},
    ...more,
  }
}

describe('with a phone that has MMS', () => {
  /** Outcomes are reported with a call to the text's own address. */
  const isUpdate = (call: string) => call.startsWith('POST /v2/texts/')
  const png = Buffer.from('89504e470d0a1a0a00', 'hex')
  const jpeg = Buffer.from('ffd8ffe000', 'hex')

  test('TEXT-025 (deviates) TEXT-026 (deviates) a picture is fetched and sent; other files, and pictures that cannot be fetched, fail', async () => {
    const asked: (string | undefined)[] = []
    const files = createServer((request, response) => {
      asked.push(request.url)
      const again = asked.filter((url) => url === request.url).length > 1
      if (request.url === '/a.png') response.end(png)
      else if (request.url === '/busy.jpg' && again) response.end(jpeg)
      else if (request.url === '/busy.jpg') response.writeHead(503).end()
      else if (request.url === '/secret') response.end('the page of a router')
      else if (request.url === '/large.png') response.end(Buffer.concat([png, Buffer.alloc(10 * 2 ** 20)]))
      else response.writeHead(404).end()
    })
    await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve))
    const origin = `http://127.0.0.1:${(files.address() as AddressInfo).port}`
    const handed: unknown[] = []
    const phone = phoneThat(async (text) => {
      handed.push(text)
      return 'sent'
    })
    await run(phone)
    try {
      const picture = await create({ message: '' }, { file_url: `${origin}/a.png` })
      await becomes(picture, 'sent')
      const busy = await create({ message: '' }, { file_url: `${origin}/busy.jpg` })
      await becomes(busy, 'sent')
      for (const url of [`${origin}/secret`, `${origin}/gone`, `${origin}/large.png`, 'file:///etc/passwd'])
        await becomes(await create({}, { file_url: url }), 'failed')
      expect(handed).toEqual([
        {
          key: picture.iden,
          addresses: ['+1 555 0100'],
          message: '',
          picture: { type: 'image/png', bytes: png, url: `${origin}/a.png` },
        },
        expect.objectContaining({ key: busy.iden, picture: { type: 'image/jpeg', bytes: jpeg, url: `${origin}/busy.jpg` } }),
      ])
      const reasons = [
        'Only PNG and JPEG pictures can be sent.',
        'Its picture could not be fetched (404).',
        'Its picture is larger than 10 MB.',
        'Its picture has no address that can be fetched.',
      ]
      expect(stage.logLines).toEqual(reasons.map((reason) => `A text could not be sent: ${reason}`))
      // A refusal of the file store is permanent.
      expect(asked.filter((url) => url === '/gone')).toHaveLength(1)
    } finally {
      files.close()
      files.closeAllConnections()
    }
  })

  test('TEXT-014 GAP-087 the outcome is reported when the server is back, and the text is sent once', async () => {
    let isLost = true
    let lost = 0
    const { calls, platform } = watched((call, send) => {
      if (!isLost || !isUpdate(call)) return send()
      lost++
      return Promise.reject(new TypeError('no network'))
    })
    const handed: string[] = []
    await run(
      phoneThat(async ({ key }) => {
        handed.push(key)
        return 'sent'
      }),
      { platform },
    )
    const text = await create({})
    await eventually(() => expect(lost).toBeGreaterThan(1))
    isLost = false
    await becomes(text, 'sent')
    expect(handed).toEqual([text.iden])
    expect(calls.filter(isUpdate)).toHaveLength(lost + 1)
    expect(stage.logLines).toEqual([])
  })

  test('TEXT-014 GAP-087 the outcome is reported as soon as the connection is back', async () => {
    let isLost = true
    let lost = 0
    const { platform } = watched((call, send) => {
      if (!isLost || !isUpdate(call)) return send()
      lost++
      return Promise.reject(new TypeError('no network'))
    })
    const hour = 3_600_000
    await run(
      phoneThat(async () => 'sent'),
      { platform },
      hour,
    )
    const text = await create({})
    await eventually(() => expect(lost).toBe(1))
    isLost = false
    await stage.server.restart()
    await becomes(text, 'sent')
  })

  test('TEXT-014 GAP-087 a text whose outcome arrives while it is handed over is sent, and is not taken back', async () => {
    let tell = (_: PhoneChange) => {}
    const taken: string[] = []
    const { calls, platform } = watched()
    const phone = phoneThat(
      async ({ key }) => {
        const settled = [key, 'unknown', 'reply 1'].map((each) => ({ key: each, state: 'sent' as const }))
        tell({ incoming: [], settled })
        tell({ incoming: [], settled: [{ key, state: 'failed' }] })
        return 'queued'
      },
      {
        onChange(listener) {
          tell = listener
          return () => {}
        },
        async takeBack(key) {
          taken.push(key)
          return true
        },
      },
    )
    const session = await run(phone, { platform })
    const text = await create({})
    await becomes(text, 'sent')
    await ask('/v3/delete-text', { iden: text.iden })
    await eventually(() => expect(session.mirror.of('texts').get().entries.size).toBe(0))
    await becomes(await create({ message: 'one more' }), 'sent')
    expect(taken).toEqual([])
    expect(calls.filter(isUpdate)).toHaveLength(2)
  })

  test('GAP-087 a text that is withdrawn while it is handed over is taken back from the phone', async () => {
    const taken: string[] = []
    const session = await run(
      phoneThat(
        async ({ key }) => {
          await ask('/v3/delete-text', { iden: key })
          await eventually(() => expect(session.mirror.of('texts').get().entries.size).toBe(0))
          return 'queued'
        },
        {
          async takeBack(key) {
            taken.push(key)
            return true
          },
        },
      ),
    )
    const text = await create({})
    await eventually(() => expect(taken).toEqual([text.iden]))
  })

  test('GAP-068 a reply from a notification waits for an unavailable phone, and is sent before the texts; an empty one is dropped', async () => {
    let isAway = true
    let tries = 0
    const handed: string[] = []
    const session = await run(
      phoneThat(async ({ message }) => {
        tries++
        if (isAway) throw new PhoneUnavailable('It is off.')
        handed.push(message)
        return 'sent'
      }),
    )
    const web = await stage.sessions.started(stage.ana)
    const reply = { type: 'messaging_extension_reply', target_device_iden: stage.device, conversation_iden: '+15550100' }
    for (const message of [' ', 5, 'first', 'second']) await web.sendEphemeral({ ...reply, message })
    await web.sendEphemeral({ ...reply, conversation_iden: {}, message: 'dropped' })
    await eventually(() => expect(tries).toBeGreaterThan(1))
    const text = await create({ message: 'a text' })
    await eventually(() => expect(session.mirror.of('texts').get().entries.size).toBe(1))
    isAway = false
    await becomes(text, 'sent')
    expect(handed).toEqual(['first', 'second', 'a text'])
    expect(stage.logLines).toEqual(['Texts wait: It is off.'])
  })

  test('TEXT-014 GAP-068 a text or reply that fails unexpectedly does not hold up the others, and is tried again', async () => {
    let isBroken = true
    const handed: string[] = []
    await run(
      phoneThat(async ({ message }) => {
        if (isBroken && message.startsWith('bad')) throw new TypeError('a bug')
        handed.push(message)
        return 'sent'
      }),
    )
    const web = await stage.sessions.started(stage.ana)
    const reply = { type: 'messaging_extension_reply', target_device_iden: stage.device, conversation_iden: '+15550100' }
    for (const message of ['bad reply', 'good reply']) await web.sendEphemeral({ ...reply, message })
    const bad = await create({ message: 'bad text' })
    await becomes(await create({ message: 'good text' }), 'sent')
    expect(handed).toEqual(['good reply', 'good text'])
    isBroken = false
    await becomes(bad, 'sent')
    expect(handed).toEqual(['good reply', 'good text', 'bad reply', 'bad text'])
    expect(stage.logLines).toEqual(['Texts wait: a bug'])
  })

  test('TEXT-014 E2E-008 an encrypted text without content or recipients fails without reaching the phone', async () => {
    const handed: unknown[] = []
    const session = await run(
      phoneThat(async (text) => {
        handed.push(text)
        return 'sent'
      }),
    )
    await session.encryption.setPassword('secret')
    const many = Array.from({ length: recipientsPerText + 1 }, (_, index) => `+1555${1_000 + index}`)
    const odd = [
      { addresses: [] },
      { message: '' },
      { addresses: 'Ana' },
      { addresses: [5] },
      { message: 5 },
      { addresses: many },
    ]
    for (const fields of odd) {
      const sealed = await session.encryption.sealData({ addresses: ['+15550100'], message: 'hello', ...fields })
      await becomes(await ask('/v3/create-text', { data: { target_device_iden: stage.device, ...sealed } }), 'failed')
    }
    expect(handed).toEqual([])
    const unclear = 'A text could not be sent: it has no content or no recipient.'
    expect(stage.logLines).toEqual([
      'A text could not be sent: It has no recipient.',
      unclear,
      unclear,
      unclear,
      unclear,
      unclear,
    ])
  })
})
