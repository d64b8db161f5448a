import { expect, test } from 'vitest'
import { keyFingerprint, seal, sealKey, unseal } from './end-to-end-encryption.ts'

const key = '1sW28zp7CWv5TtGjlQpDHHG4Cbr9v36fG5o4f74LsKg='
const short = 'MSfJxxY5YdjttlfUkCaKA57qU9SuCN8+ZhYg/xieI+lDnQ=='
const long = 'MXAdvN64uXWtLXCRaqYHEtGhiogR1VHyXX21Lpjp4jv3v+JWygMBA9Wp5npbQdfeZAgOZI+JT3y3pbmq+OrKXrK1rg=='

test('E2E-002 GAP-049 the key of a password and an account iden is the same as in other programs', async () => {
  expect(await sealKey('hunter2', 'up0snaKOsn')).toBe(key)
  expect(await sealKey('hunter2', 'another')).not.toBe(key)
  expect(Buffer.from(await keyFingerprint(key), 'base64')).toHaveLength(32)
})

test('E2E-003 data encrypted by other programs is decrypted', async () => {
  expect(await unseal(key, short)).toBe('meow!')
  expect(await unseal(key, long)).toBe('{ "key1": "value1", "key2": "value2" }')
})

test('E2E-003 encrypted text is decrypted again, and encrypting it twice gives different results', async () => {
  for (const text of ['', 'meow!', 'Grüße 🐈 שלום', 'x'.repeat(100_000)]) {
    const sealed = await seal(key, text)
    expect(await unseal(key, sealed)).toBe(text)
    expect(sealed).not.toBe(await seal(key, text))
    const bytes = Buffer.from(sealed, 'base64')
    expect([bytes[0], bytes.length]).toEqual([0x31, 1 + 16 + 12 + Buffer.byteLength(text)])
  }
})

test('E2E-006 text that cannot be decrypted is undefined, whatever is wrong with it', async () => {
  const other = await sealKey('hunter3', 'up0snaKOsn')
  const bytes = Buffer.from(short, 'base64')
  const changed = (at: number) => Buffer.from(bytes.map((byte, index) => (index === at ? byte ^ 1 : byte))).toString('base64')
  expect(await unseal(other, short)).toBeUndefined()
  for (const sealed of ['', 'MQ==', 'no base64!', short.slice(0, 20), changed(0), changed(5), changed(20), changed(30)])
    expect([sealed, await unseal(key, sealed)]).toEqual([sealed, undefined])
  expect(await unseal('no key', short)).toBeUndefined()
})
