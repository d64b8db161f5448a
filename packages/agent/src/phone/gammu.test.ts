import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openGammu } from './gammu.ts'
import { openPhone, readPhoneSetting } from './open.ts'
import type { Phone, PhoneChange } from './phone.ts'
import { hasGammu, openTestModem, type TestModem } from './test-modem.ts'

let modem: TestModem
let folder: string
let said: string[]
let changes: PhoneChange[]
const phones: Phone[] = []

beforeEach(() => {
  modem = openTestModem()
  folder = mkdtempSync(join(tmpdir(), 'waypost-phone-'))
  said = []
  changes = []
})
afterEach(async () => {
  await close()
  await modem.close()
  rmSync(folder, { recursive: true, force: true })
})

function open(config = modem.config, every = 50): Phone {
  const phone = openGammu({ config, folder, log: (line) => void said.push(line), every })
  phone.onChange((change) => void changes.push(change))
  phones.push(phone)
  return phone
}

async function close(): Promise<void> {
  for (const phone of phones.splice(0)) await phone.close()
}

const text = (key: string, message = 'hello', addresses = ['+1 555 0100']) => ({ key, message, addresses })
const eventually = (look: () => unknown) => vi.waitFor(look, { interval: 30 })
const bodies = async (phone: Phone, id = '1') => (await phone.thread(id)).map(({ body }) => body)
const arrived = () => changes.flatMap(({ incoming }) => incoming.map(({ body }) => body))
/** Leaves a text that was handed over, as a companion that was killed does. */
function writeQueued(key: string): void {
  const message = { id: '1', key: `out 0 ${key}`, type: 'sms', direction: 'outgoing', timestamp: 1, body: 'hello' }
  const stored = { addresses: ['+15550199'], messages: [{ ...message, status: 'queued', handed: true }] }
  writeFileSync(join(folder, 'conversations/1.json'), JSON.stringify(stored))
}
const inbox = (name: string, content: string | Buffer) => {
  const half = join(modem.folder, 'half')
  writeFileSync(half, content)
  renameSync(half, join(modem.folder, 'spool/inbox', name))
}

describe.skipIf(!hasGammu)('with gammu-smsd (the packages gammu and gammu-smsd)', () => {
  for (const format of ['detail', 'unicode', 'standard'] as const) {
    test(`TEXT-008 what arrives is read in smsd's format "${format}", long texts whole`, async () => {
      await modem.close()
      modem = openTestModem(format)
      const long = 'a long text with € and more '.repeat(12).trim()
      modem.receive('+15550999', 'short ü')
      modem.receive('Bank', long)
      modem.switchOn()
      const phone = open()
      await eventually(async () => {
        const threads = await phone.threads()
        const all = threads.map(({ recipients, latest }) => [recipients[0]?.name, latest?.body])
        expect(all.sort()).toEqual([
          ['+15550999', 'short ü'],
          ['Bank', long],
        ])
      })
      const incoming = changes.flatMap((change) => change.incoming)
      expect(incoming.map(({ title }) => title).sort()).toEqual(['+15550999', 'Bank'])
      await close()
      changes = []
      expect(await open().threads()).toHaveLength(2)
      expect(changes).toEqual([])
    })
  }

  test('GAP-087 a text is handed over once, by its key, even after a kill between the outbox and the note', async () => {
    const phone = open()
    expect(await phone.send(text('a'))).toBe('queued')
    expect(await phone.send(text('a'))).toBe('queued')
    expect(modem.texts('outbox')).toHaveLength(1)
    await close()
    forgetHandOver()
    // The text may already be in the outbox, so check there.
    expect(await open().send(text('a'))).toBe('queued')
    expect(modem.texts('outbox')).toHaveLength(1)
    await close()
    forgetHandOver()
    // If smsd has sent it in the meantime, it is in the folder of sent texts.
    modem.switchOn()
    await eventually(() => expect(modem.texts('sent')).toHaveLength(1))
    const again = open()
    expect(await again.send(text('a'))).toBe('sent')
    expect(modem.texts('outbox')).toEqual([])
    expect(await bodies(again)).toEqual(['hello'])
    // A text that was recorded but never reached the outbox is put there.
    await close()
    expect(modem.texts('sent')).toHaveLength(1)
  })

  function forgetHandOver(): void {
    const file = join(folder, 'conversations/1.json')
    const kept = JSON.parse(readFileSync(file, 'utf8'))
    kept.messages[0].handed = false
    writeFileSync(file, JSON.stringify(kept))
  }

  test('GAP-087 a text that was noted but did not reach the outbox is put there when it is sent again', async () => {
    const path = process.env.PATH
    vi.stubEnv('PATH', '/nowhere')
    const phone = open()
    await expect(phone.send(text('a'))).rejects.toThrow('gammu-smsd-inject is not installed.')
    vi.stubEnv('PATH', path)
    expect(await phone.send(text('a'))).toBe('queued')
    expect(modem.texts('outbox')).toMatchObject([{ words: 'hello' }])
    expect(await bodies(phone)).toEqual(['hello'])
  })

  test('TEXT-014 a text to several people is sent to each, and has failed if one of them has', async () => {
    const phone = open()
    expect(await phone.send(text('a', 'all', ['+1 555 0100', '555 0200', '+15550100']))).toBe('queued')
    const [, second] = modem.texts('outbox')
    expect(modem.texts('outbox').map(({ number }) => number)).toEqual(['+15550100', '5550200'])
    modem.spoil(second?.path ?? '')
    modem.switchOn()
    await eventually(() => expect(changes.flatMap(({ settled }) => settled)).toEqual([{ key: 'a', state: 'failed' }]))
    const statuses = (await phone.threads()).map(({ recipients, latest }) => [recipients[0]?.number, latest?.status])
    expect(statuses.sort()).toEqual([
      ['+15550100', 'sent'],
      ['5550200', 'failed'],
    ])
  })

  test('TEXT-014 the outcome of one text is reported even if another is handed over at the same time', async () => {
    const phone = open(modem.config, 60_000)
    await phone.send(text('first'))
    modem.switchOn()
    await eventually(() => expect(modem.texts('sent')).toHaveLength(1))
    await phone.send(text('second'))
    expect(changes.flatMap(({ settled }) => settled)).toContainEqual({ key: 'first', state: 'sent' })
  })

  test('a text that disappears from the outbox has failed, and one that is in it can be taken back', async () => {
    const phone = open()
    await phone.send(text('gone'))
    await phone.send(text('back'))
    await phone.send(text('stays'))
    rmSync(modem.texts('outbox')[0]?.path ?? '')
    await eventually(() => expect(changes.flatMap(({ settled }) => settled)).toEqual([{ key: 'gone', state: 'failed' }]))
    for (const key of ['gone', 'back', 'unknown']) expect(await phone.takeBack(key)).toBe(true)
    expect(await bodies(phone)).toEqual(['hello'])
    expect(modem.texts('outbox')).toHaveLength(1)
    modem.switchOn()
    await eventually(() => expect(modem.texts('sent')).toHaveLength(1))
    expect(await phone.takeBack('stays')).toBe(false)
  })

  test('a text that is missing from the outbox once is still pending; missing twice, it has failed, unless it is back by then', async () => {
    // After sending a text, the next automatic check comes only later.
    const phone = open(modem.config, 60_000)
    const stateOf = async (thread: string) => (await phone.thread(thread))[0]?.status
    await phone.send(text('moves', 'hello', ['+1 555 0200']))
    await phone.send(text('goes', 'hello', ['+1 555 0300']))
    const [moving, going] = modem.texts('outbox').map(({ path }) => path)
    renameSync(moving ?? '', join(modem.folder, 'on its way'))
    rmSync(going ?? '')
    await phone.send(text('one look'))
    expect([await stateOf('1'), await stateOf('2')]).toEqual(['queued', 'queued'])
    renameSync(join(modem.folder, 'on its way'), moving ?? '')
    await phone.send(text('another look'))
    expect([await stateOf('1'), await stateOf('2')]).toEqual(['queued', 'failed'])
    expect(said.join()).toContain('A text has disappeared from the outbox')
  })

  test('GAP-087 a conversation without messages is gone, also after a restart, and its id is not reused', async () => {
    const phone = open()
    await phone.send(text('back'))
    expect(await phone.takeBack('back')).toBe(true)
    expect(await phone.threads()).toEqual([])
    await close()
    const again = open()
    expect(await again.threads()).toEqual([])
    await again.send(text('other', 'hello', ['+1 555 0200']))
    expect((await again.threads()).map(({ id }) => id)).toEqual(['2'])
  })

  test('texts that look like options, hostile numbers and unusual characters do no harm', async () => {
    const phone = open()
    const words = ['-unicode', '--help', '[SMSBackup001]\nText00 = 0041', '"; $(reboot) \\', 'a\r\nb', '\u0000'.concat('nul')]
    for (const [index, message] of words.entries()) await phone.send(text(`odd ${index}`, message))
    expect(modem.texts('outbox').map((each) => each.words)).toEqual([...words.slice(0, -1), 'nul'])
    for (const address of ['../../etc/passwd', '-c', '', 'x'.repeat(500)]) {
      await expect(phone.send(text(`bad ${address}`, 'x', [address]))).rejects.toThrow('is not a phone number.')
    }
  })
})

test('GAP-068 messages from before the start are reported to the first listener, unless they are old', async () => {
  inbox('IN20260101_101500_00_+15550100_00.txt', 'while away')
  inbox('IN20260101_101500_00_+15550101_00.txt', 'long ago')
  utimesSync(join(modem.folder, 'spool/inbox/IN20260101_101500_00_+15550101_00.txt'), 1_700_000_000, 1_700_000_000)
  utimesSync(join(modem.folder, 'spool/inbox/IN20260101_101500_00_+15550100_00.txt'), new Date(), new Date(Date.now() - 60_000))
  const phone = open()
  expect(await phone.threads()).toHaveLength(2)
  expect(changes.flatMap(({ incoming }) => incoming)).toMatchObject([{ title: '+15550100', body: 'while away' }])
})

test('arrivals are reported while the outcomes of texts cannot be found out', async () => {
  const sent = join(modem.folder, 'spool/sent')
  await open().close()
  writeQueued('a')
  const phone = open()
  renameSync(sent, join(modem.folder, 'away'))
  inbox('IN20260101_101500_00_+15550100_00.txt', 'meanwhile')
  await eventually(() => expect(arrived()).toEqual(['meanwhile']))
  expect(said.join()).toContain('The folders of gammu-smsd cannot be used: ENOENT')
  expect(await bodies(phone, '2')).toEqual(['meanwhile'])
  renameSync(join(modem.folder, 'away'), sent)
  await eventually(() => expect(changes.flatMap(({ settled }) => settled)).toEqual([{ key: 'a', state: 'failed' }]))
  expect(arrived()).toEqual(['meanwhile'])
})

test('what cannot be saved is neither shown nor reported, and is saved and reported once it can be', async () => {
  const phone = open()
  for (const number of ['+15550100', '+15550101']) inbox(`IN20260101_101500_00_${number}_00.txt`, 'first')
  await eventually(async () => expect(await phone.threads()).toHaveLength(2))
  changes = []
  const saved = join(folder, 'conversations')
  renameSync(saved, join(folder, 'away'))
  inbox('IN20260101_101500_00_+15550100_01.txt', ' part')
  await eventually(() => expect(said.join()).toContain('cannot be used: ENOENT'))
  inbox('IN20260101_101600_00_+15550101_00.txt', 'second')
  expect([await bodies(phone, '1'), await bodies(phone, '2')]).toEqual([['first'], ['first']])
  renameSync(join(folder, 'away'), saved)
  await eventually(async () => expect(await bodies(phone, '1')).toEqual(['first part']))
  await eventually(async () => expect(await bodies(phone, '2')).toEqual(['second', 'first']))
  expect(arrived()).toEqual(['second'])
  await close()
  expect(await bodies(open(), '1')).toEqual(['first part'])
})

test('parts that arrive separately become one message, which grows', async () => {
  const phone = open()
  inbox('IN20260101_101500_00_+15550100_00.txt', 'first half, ')
  await eventually(async () => expect(await bodies(phone)).toEqual(['first half, ']))
  inbox('IN20260101_101500_00_+15550100_01.txt', 'second half')
  await eventually(async () => expect(await bodies(phone)).toEqual(['first half, second half']))
  expect(changes.flatMap(({ incoming }) => incoming)).toHaveLength(1)
  expect((await phone.thread('1'))[0]?.timestamp).toBe(new Date(2026, 0, 1, 10, 15).getTime() / 1_000)
})

test('a file that grows after it was read is read again, also after a restart in between', async () => {
  const [name, path] = [
    'IN20260101_101500_00_+15550100_00.txt',
    join(modem.folder, 'spool/inbox/IN20260101_101500_00_+15550100_00.txt'),
  ]
  inbox(name, 'one, ')
  const phone = open()
  await eventually(async () => expect(await bodies(phone)).toEqual(['one, ']))
  appendFileSync(path, 'two, ')
  await eventually(async () => expect(await bodies(phone)).toEqual(['one, two, ']))
  await close()
  appendFileSync(path, 'three')
  const again = open()
  await eventually(async () => expect(await bodies(again)).toEqual(['one, two, three']))
  expect(changes.flatMap(({ incoming }) => incoming)).toHaveLength(1)
})

test('the inbox may hold a clock that is ahead, binary messages, reports and files of other programs', async () => {
  const phone = open()
  inbox('IN20990101_101500_00_+15550100_00.txt', 'from the future')
  inbox('IN20260101_101500_00_+15550101_00.bin', Buffer.from([1, 2, 3]))
  inbox('IN20260101_101501_00_+15550102_00.txt', '[SMSBackup000]\nPDU = Status_Report\nText00 = 0041\n')
  inbox('notes.txt', 'mine')
  mkdirSync(join(modem.folder, 'spool/inbox/IN20000101_101500_00_+15550103_00.txt'))
  writeFileSync(join(modem.folder, 'spool/outbox/.0123456789ab.part'), 'half of a text')
  await eventually(async () => expect(await phone.threads()).toHaveLength(1))
  expect((await phone.threads())[0]?.latest?.timestamp).toBeLessThanOrEqual(Date.now() / 1_000)
  expect(readdirSync(join(modem.folder, 'spool/inbox'))).toHaveLength(5)
  await eventually(() => expect(said.join()).toContain('cannot be read: EISDIR'))
  await close()
  open()
  expect(readdirSync(join(modem.folder, 'spool/outbox'))).toEqual([])
})

test('a damaged conversation is set aside, and its messages in the inbox are read again', async () => {
  const phone = open()
  inbox('IN20260101_101500_00_+15550100_00.txt', 'kept')
  await eventually(async () => expect(await bodies(phone)).toEqual(['kept']))
  await close()
  writeFileSync(join(folder, 'conversations/1.json'), '{"addresses":["+1')
  const again = open()
  expect(said.join()).toContain('is damaged, and was set aside as')
  await eventually(async () => expect(await bodies(again, '2')).toEqual(['kept']))
  expect(readdirSync(join(folder, 'conversations')).sort()).toEqual(['1.json.damaged', '2.json'])
})

test('an unusable configuration is refused with what to do', () => {
  const config = join(folder, 'smsdrc')
  const whole = readFileSync(modem.config, 'utf8')
  const refused: [string, string][] = [
    ['', 'has no section [smsd]'],
    [whole.replace('service = files', 'service = sql'), 'says "service = sql". Waypost needs "service = files".'],
    [whole.replace(/^sentsmspath.*$/m, ''), 'does not say sentsmspath'],
    [whole.replace(/^errorsmspath.*$/m, (line) => line.replace('error/', 'sent/')), 'uses one folder twice'],
    [whole.replace(/^inboxpath.*$/m, 'inboxpath = /nowhere/at/all'), 'The folder /nowhere/at/all, which'],
  ]
  for (const [text, sentence] of refused) {
    writeFileSync(config, text)
    expect(() => open(config)).toThrow(sentence)
  }
  expect(() => open(join(folder, 'none'))).toThrow('cannot be read (ENOENT)')
})

test('the setting names a phone; anything else is refused with the possible values', async () => {
  expect(readPhoneSetting('gammu')).toEqual({ kind: 'gammu', config: '/etc/gammu-smsdrc' })
  const setting = `gammu:${modem.config},contacts=/c.vcf,country=+49`
  expect(readPhoneSetting(setting)).toEqual({ kind: 'gammu', config: modem.config, contacts: '/c.vcf', country: '+49' })
  for (const wrong of [
    '',
    'nokia',
    'termux:x',
    'simulated,country=+49',
    'gammu,country=49',
    'gammu,colour=red',
    'termux,contacts=/c.vcf',
  ])
    expect(() => readPhoneSetting(wrong)).toThrow("'simulated' to try things out")

  for (const path of ['gammu:smsdrc', 'gammu,contacts=~/c.vcf'])
    expect(() => readPhoneSetting(path)).toThrow('is not an absolute path.')

  const phone = openPhone(setting, { folder })
  expect(phone.hasMms).toBe(false)
  expect(() => openPhone(setting, { folder })).toThrow('Another companion on this machine uses the phone')
  await phone.close()
  await openPhone(setting, { folder }).close()
})
