import { keyFingerprint, sealKey, unseal } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { inMemoryStore } from '../ground/key-value-store.ts'
import { until } from '../ground/until.ts'
import { browserInMemory } from '../tabs/test-tabs.ts'
import { encryptionKeyName } from './encryption.ts'
import type { Ephemeral } from './ephemeral.ts'
import { openEphemerals } from './ephemerals.ts'
import { compareKeys, noKeyFingerprint } from './key/fingerprint.ts'
import { open, setUpPeople, signUp, started } from './test-people.ts'

setUpPeople()

test('E2E-001 E2E-002 E2E-004 E2E-005 the key of a password is saved under e2e_key, survives a reload, and an empty password clears it', async () => {
  const ann = await signUp()
  const saved = inMemoryStore()
  const { encryption } = await started(ann, { saved })
  expect(encryption.$key.get()).toBeUndefined()
  expect(await encryption.fingerprint()).toBeUndefined()
  await encryption.setPassword('secret')
  const key = await sealKey('secret', ann.account.iden)
  expect(saved.read('e2e_key')).toBe(key)
  expect(encryption.$key.get()).toBe(key)
  expect(await encryption.fingerprint()).toBe(await keyFingerprint(key))
  expect(await until(encryption.$fingerprint, (print) => print !== undefined)).toBe(await keyFingerprint(key))
  const later = open(ann, { saved, account: ann.account })
  expect(later.encryption.$key.get()).toBe(key)
  await encryption.setPassword('')
  expect(saved.keys('e2e_key')).not.toContain('e2e_key')
  expect(encryption.$key.get()).toBeUndefined()
  expect(await encryption.sealData({ message: 'hello' })).toEqual({ message: 'hello' })
})

test('E2E-004 of overlapping calls of setPassword the latest wins', async () => {
  const ann = await signUp()
  const { encryption } = await started(ann)
  await Promise.all([encryption.setPassword('first'), encryption.setPassword('')])
  expect(encryption.$key.get()).toBeUndefined()
  await Promise.all([encryption.setPassword('first'), encryption.setPassword('second')])
  expect(encryption.$key.get()).toBe(await sealKey('second', ann.account.iden))
})

test('E2E-005 the key belongs to the account that set it: the next account to sign in has none', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  const saved = inMemoryStore()
  await (await started(ann, { saved })).encryption.setPassword('secret')
  const other = await started(bob, { saved })
  expect(other.encryption.$key.get()).toBeUndefined()
  expect(saved.read(encryptionKeyName)).toBeUndefined()
  await other.encryption.setPassword('secret')
  other.erase()
  expect(saved.read(encryptionKeyName)).toBeUndefined()
})

test('E2E-005 setting it reaches the other windows of the browser, even if the message arrives before the key', async () => {
  const ann = await signUp()
  const browser = browserInMemory()
  const saved = inMemoryStore()
  let hidden = false
  const late = { ...saved, read: (name: string) => (hidden && name === encryptionKeyName ? undefined : saved.read(name)) }
  const here = await started(ann, { saved, tabs: browser.window().tabs })
  const there = await started(ann, { saved, tabs: browser.window().tabs })
  const slow = await started(ann, { saved: late, tabs: browser.window().tabs })
  hidden = true
  await here.encryption.setPassword('secret')
  await until(there.encryption.$key, (key) => key !== undefined)
  const sealed = await here.encryption.sealData({ message: 'hello' })
  expect(await there.encryption.openData(sealed)).toEqual({ message: 'hello' })
  expect(slow.encryption.$key.get()).toBeUndefined()
  hidden = false
  expect(await slow.encryption.openData(sealed)).toEqual({ message: 'hello' })
  expect(slow.encryption.$key.get()).toBe(saved.read(encryptionKeyName))
})

test('E2E-003 E2E-008 GAP-049 encrypted data is decrypted with the same password only, and other data is returned as is', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  const [here, there, without, foreign] = [await started(ann), await started(ann), await started(ann), await started(bob)]
  await here.encryption.setPassword('secret')
  await there.encryption.setPassword('secret')
  await foreign.encryption.setPassword('secret')
  const sealed = await here.encryption.sealData({ message: 'Grüße', addresses: ['+1'] })
  expect(Object.keys(sealed)).toEqual(['encrypted', 'ciphertext'])
  expect(await there.encryption.openData(sealed)).toEqual({ message: 'Grüße', addresses: ['+1'] })
  expect(await there.encryption.openData({ ...sealed, encrypted: 'true' })).toEqual({ message: 'Grüße', addresses: ['+1'] })
  expect(await there.encryption.openData({ message: 'clear' })).toEqual({ message: 'clear' })
  // The account is the salt, so the same password yields another key in another account.
  for (const { encryption } of [without, foreign]) expect(await encryption.openData(sealed)).toBeUndefined()
  await there.encryption.setPassword('other')
  expect(await there.encryption.openData(sealed)).toBeUndefined()
  for (const ciphertext of [undefined, 1, '', 'x', await here.encryption.sealData([] as never).then((data) => data.ciphertext)])
    expect(await here.encryption.openData({ encrypted: true, ciphertext })).toBeUndefined()
})

test('E2E-006 a failed encryption sets a flag and sends an empty ciphertext, never plain data; a new password resets the flag', async () => {
  const ann = await signUp()
  const saved = inMemoryStore()
  saved.write(encryptionKeyName, 'no key!')
  const { encryption } = await started(ann, { saved })
  expect(encryption.$failed.get()).toBe(false)
  expect(await encryption.sealData({ message: 'hello' })).toEqual({ encrypted: true, ciphertext: '' })
  expect(encryption.$failed.get()).toBe(true)
  expect(await encryption.close({ type: 'remote_directory_request', path: '~' })).toEqual({ encrypted: true, ciphertext: '' })
  expect(await encryption.fingerprint()).toBeUndefined()
  await encryption.setPassword('secret')
  expect(encryption.$failed.get()).toBe(false)
})

test('E2E-007 API-051 GAP-048 ephemerals are encrypted, except the type of a ping, and unencrypted ones are received too', async () => {
  const ann = await signUp()
  const [here, there, without] = [await started(ann), await started(ann), await started(ann)]
  await here.encryption.setPassword('secret')
  await there.encryption.setPassword('secret')
  const heard = (session: typeof here) => {
    const all: Ephemeral[] = []
    session.onEphemeral((ephemeral) => all.push(ephemeral))
    return (count: number) =>
      new Promise<Ephemeral[]>((resolve) => {
        const look = () => all.length >= count && resolve(all)
        session.onEphemeral(look)
        look()
      })
  }
  const [two, blind] = [heard(there), heard(without)]
  await here.sendEphemeral({ type: 'mirror', title: 'Bank', body: '123456' })
  await here.sendEphemeral({ type: 'ping', source_user_iden: ann.account.iden })
  await without.sendEphemeral({ type: 'clip', body: 'in clear' })
  expect(await two(3)).toEqual([
    { type: 'mirror', title: 'Bank', body: '123456' },
    { type: 'ping', source_user_iden: ann.account.iden },
    { type: 'clip', body: 'in clear' },
  ])
  expect(await blind(2)).toEqual([{ type: 'ping' }, { type: 'clip', body: 'in clear' }])
})

test('an ephemeral with a shorter form is opened whole, and has the shorter one beside it for closed browsers', async () => {
  const ann = await signUp()
  const [here, there] = [await started(ann), await started(ann)]
  for (const session of [here, there]) await session.encryption.setPassword('secret')
  const key = await sealKey('secret', ann.account.iden)
  const opened = async (ciphertext: unknown) => JSON.parse((await unseal(key, String(ciphertext))) ?? '')
  const heard = new Promise<Ephemeral>((resolve) => there.onEphemeral(resolve))
  const long = { type: 'mirror', title: 'Ana', icon: 'A'.repeat(20_000) }
  const short = { type: 'mirror', title: 'Ana' }
  const sent: Record<string, unknown>[] = []
  const ephemerals = openEphemerals({ seal: here.encryption, send: async (push) => sent.push(push) })
  await ephemerals.send(long, short)
  await ephemerals.send(short)
  expect(sent).toEqual([
    { encrypted: true, ciphertext: expect.any(String), whole: expect.any(String) },
    { encrypted: true, ciphertext: expect.any(String) },
  ])
  expect([await opened(sent[0]?.ciphertext), await opened(sent[0]?.whole)]).toEqual([short, long])
  await here.sendEphemeral(long, short)
  expect(await heard).toEqual(long)
  await here.encryption.setPassword('')
  await ephemerals.send(long, short)
  expect(sent[2]).toEqual(long)
})

test('API-084 GAP-049 fingerprints in base64 and hexadecimal compare as equal', async () => {
  const own = await keyFingerprint(await sealKey('secret', 'user'))
  const other = await keyFingerprint(await sealKey('secret', 'other'))
  const digits = Buffer.from(own, 'base64').toString('hex')
  for (const theirs of [own, digits, digits.toUpperCase()]) expect(compareKeys(own, theirs)).toBe('same')
  for (const theirs of [other, 'no base64!']) expect(compareKeys(own, theirs)).toBe('different')
})

test('a device without a key is distinguished from one with another key, also after its password was cleared', async () => {
  const own = await keyFingerprint(await sealKey('secret', 'user'))
  for (const theirs of [undefined, '', noKeyFingerprint]) {
    expect(compareKeys(own, theirs)).toBe('missing-there')
    expect(compareKeys(undefined, theirs)).toBe('none')
  }
  expect(compareKeys(undefined, own)).toBe('missing-here')
})
