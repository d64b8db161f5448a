import { expect, test } from 'vitest'
import { phoneFingerprint } from './paired-phone.ts'
import { otherDevice, samePhones, samePhonesPreference, storedSamePhones, withSamePhone } from './same-phones.ts'
import { gatewayFingerprint } from './sms-gateway.ts'

const paired = { iden: 'paired', fingerprint: phoneFingerprint('desk', 'pixel') }
const tablet = { iden: 'tablet', fingerprint: phoneFingerprint('desk', 'tablet') }
const gateway = { iden: 'gateway', fingerprint: gatewayFingerprint('1') }
const second = { iden: 'second', fingerprint: gatewayFingerprint('2') }
const laptop = { iden: 'laptop' }
const devices = [paired, tablet, gateway, second, laptop]
const preferences = (pairs: unknown) => ({ [samePhonesPreference]: pairs })
const pair = { gateway: 'gateway', paired: 'paired' }

test('two devices are one phone once somebody has said so, either way round', () => {
  const pairs = samePhones(withSamePhone({}, devices, 'gateway', 'paired'), devices)
  expect(pairs).toEqual([pair])
  expect(otherDevice(pairs, 'gateway')).toBe('paired')
  expect(otherDevice(pairs, 'paired')).toBe('gateway')
  expect(otherDevice(pairs, 'tablet')).toBeUndefined()
})

test.each<[what: string, devices: readonly object[]]>([
  ['gone', [gateway]],
  ['deleted', [gateway, { ...paired, active: false }]],
  ['of another kind', [gateway, { iden: 'paired' }]],
])('a pair with a device that is %s is none', (_what, known) => {
  expect(samePhones(preferences({ gateway: 'paired' }), known as typeof devices)).toEqual([])
})

test.each([[undefined], [null], ['paired'], [['paired']], [{ gateway: 7 }], [{ '': 'paired' }], [{ gateway: 'x'.repeat(101) }]])(
  'a stored value that makes no sense has no pairs: %j',
  (stored) => {
    expect(storedSamePhones(preferences(stored))).toEqual([])
  },
)

test('a paired phone is the same as one gateway phone at most, and no more pairs are read than there can be', () => {
  expect(storedSamePhones(preferences({ gateway: 'paired', second: 'paired' }))).toEqual([pair])
  const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`gateway${index}`, `paired${index}`]))
  expect(storedSamePhones(preferences(many))).toHaveLength(5)
})

test('saying it anew moves a pair, saying that it is none ends it, and pairs of devices that are gone go with it', () => {
  const before = preferences({ gateway: 'paired', old: 'gone' })
  expect(withSamePhone(before, devices, 'gateway', 'tablet')).toEqual(preferences({ gateway: 'tablet' }))
  expect(withSamePhone(before, devices, 'second', 'paired')).toEqual(preferences({ second: 'paired' }))
  expect(withSamePhone(before, devices, 'second', 'tablet')).toEqual(preferences({ gateway: 'paired', second: 'tablet' }))
  expect(withSamePhone(before, devices, 'gateway', undefined)).toEqual(preferences(undefined))
})
