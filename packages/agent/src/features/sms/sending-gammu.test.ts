import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type Text, threadKey, threadsKey } from '@waypost/protocol'
import { describe, expect, test } from 'vitest'
import { hasGammu } from '../../phone/test-modem.ts'
import { killedWithParent } from '../../test-process.ts'
import { ask, becomes, create, eventually, messagesOf, run, setUpSmsStage, stage, statusOf, threadsOf } from './test-sms-stage.ts'

setUpSmsStage()

describe.skipIf(!hasGammu)('with gammu-smsd (the packages gammu and gammu-smsd)', () => {
  test('GAP-087 a text that is taken back before the phone has sent it is not sent, and leaves the conversation', async () => {
    const text = await create({ message: 'a mistake' })
    await run()
    await eventually(async () => expect(await threadsOf()).toHaveLength(1))
    await ask('/v3/delete-text', { iden: text.iden })
    await eventually(() => expect(stage.modem.texts('outbox')).toEqual([]))
    await eventually(async () => expect(await threadsOf()).toEqual([]))
  })

  test('TEXT-001 a long text is sent as parts of one message, a very long one as several messages, and nothing is lost', async () => {
    await run()
    const long = 'words and more '.repeat(40).trim()
    const longest = '☃ no end '.repeat(500).trim()
    await create({ message: long })
    await create({ message: longest, addresses: ['5550123'] })
    await eventually(() => expect(stage.modem.texts('outbox')).toHaveLength(3))
    const [first, ...rest] = stage.modem.texts('outbox')
    expect(first?.words).toBe(long)
    expect(rest.map(({ words }) => words).join('')).toBe(longest)
    stage.modem.switchOn()
    stage.modem.receive('+15550100', long)
    await eventually(async () => expect(await threadsOf()).toHaveLength(2))
    const [thread] = (await threadsOf()).filter(({ recipients }) => recipients[0]?.number === '+15550100')
    await eventually(async () => {
      const messages = await messagesOf(thread?.id ?? '')
      expect(messages.map(({ body, direction }) => [direction, body])).toEqual([
        ['incoming', long],
        ['outgoing', long],
      ])
    })
  })

  test('E2E-008 TEXT-038 with a password, texts are decrypted and conversations encrypted; without it the texts fail', async () => {
    const web = await stage.sessions.started(stage.ana)
    await web.encryption.setPassword('secret')
    const sealed = await web.encryption.sealData({ addresses: ['+15550100'], message: 'sealed', guid: 'sealed' })
    const body = { data: { target_device_iden: stage.device, ...sealed } }
    const text: Text = await ask('/v3/create-text', body)
    const session = await run()
    await becomes(
      await create({ message: 'in clear' }).then(async (clear) => {
        stage.modem.switchOn()
        return clear
      }),
      'sent',
    )
    await becomes(text, 'failed')
    expect((await ask('/v2/texts')).texts.find(({ iden }: Text) => iden === text.iden).data.failure).toBe('cannot_open')
    expect(stage.modem.texts('sent').map(({ words }) => words)).toEqual(['in clear'])
    // The password is set while it runs. A failed text is resent by the user, not automatically.
    await session.encryption.setPassword('secret')
    const again = await web.encryption.sealData({ addresses: ['+15550100'], message: 'sealed', guid: 'again' })
    await becomes(await ask('/v3/create-text', { data: { target_device_iden: stage.device, ...again } }), 'sent')
    expect(await statusOf(text)).toBe('failed')
    expect(stage.modem.texts('sent').map(({ words }) => words)).toEqual(['in clear', 'sealed'])
    await eventually(async () => {
      const kept = await ask(`/v2/permanents/${threadsKey(stage.device)}`)
      expect(kept).toEqual({ encrypted: true, ciphertext: expect.any(String) })
      expect(await web.encryption.openData(kept)).toMatchObject({ threads: [{ latest: { body: 'sealed', guid: 'again' } }] })
    })
    expect(await ask(`/v2/permanents/${threadKey(stage.device, '1')}`)).toEqual({
      encrypted: true,
      ciphertext: expect.any(String),
    })
  })

  test('GAP-087 a companion that is killed at any moment sends each text exactly once', async () => {
    const texts = []
    for (let index = 0; index < 6; index++) texts.push(await create({ message: `once ${index}` }))
    stage.modem.switchOn()
    const program = join(import.meta.dirname, 'test-sms-process.ts')
    // The process is killed a little later each time.
    for (let after = 0; after < 4; after++) {
      const words = [stage.server.origin, stage.ana.token, stage.device, stage.modem.config, stage.data]
      const child = killedWithParent(spawn(process.execPath, [program, ...words], { stdio: ['ignore', 'pipe', 'inherit'] }))
      const ended = once(child, 'close')
      await Promise.race([once(child.stdout, 'data'), ended.then(() => expect.fail('It ended by itself.'))])
      await new Promise((resolve) => setTimeout(resolve, after * 15))
      child.kill('SIGKILL')
      await ended
    }
    await run()
    for (const text of texts) await becomes(text, 'sent')
    const sent = [...stage.modem.texts('sent'), ...stage.modem.texts('outbox')].map((each) => each.words)
    expect(sent.sort()).toEqual(texts.map((_, index) => `once ${index}`))
    const [thread] = await threadsOf()
    expect((await messagesOf(thread?.id ?? '')).map(({ body }) => body).sort()).toEqual(sent)
  })
})
