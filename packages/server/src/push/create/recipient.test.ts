import { expect, test } from 'vitest'
import { deliveryTo, rowsCounted } from './decide.ts'
import { checkChannelOwner, checkClientOwner, parseRecipient, personAddressed } from './recipient.ts'

const alice = { email_normalized: 'alice@example.org' }

test('a push names one recipient at most; without one it goes to all devices of its sender', () => {
  expect(parseRecipient({})).toEqual({ kind: 'self' })
  expect(parseRecipient({ device_iden: 'd' })).toEqual({ kind: 'device', iden: 'd' })
  expect(parseRecipient({ email: 'bob@example.org' })).toEqual({ kind: 'email', email: 'bob@example.org' })
  expect(parseRecipient({ channel_tag: 'news' })).toEqual({ kind: 'channel', tag: 'news' })
  expect(parseRecipient({ client_iden: 'c' })).toEqual({ kind: 'client', iden: 'c' })
  expect(() => parseRecipient({ email: 'bob@example.org', channel_tag: 'news' })).toThrow(
    expect.objectContaining({ code: 'invalid_param', param: 'channel_tag' }),
  )
})

test('a push to an address goes to another person, and stays with the sender when it is their own address', () => {
  expect(personAddressed({ kind: 'email', email: ' Bob@Example.org' }, alice)).toBe('bob@example.org')
  expect(personAddressed({ kind: 'email', email: 'ALICE@example.org' }, alice)).toBeUndefined()
  expect(personAddressed({ kind: 'device', iden: 'd' }, alice)).toBeUndefined()
  expect(personAddressed({ kind: 'self' }, alice)).toBeUndefined()
})

test('GAP-014 a push is delivered, withheld from a receiver who blocks its sender, or emailed to an address without an account', () => {
  expect(deliveryTo({ blocksSender: false })).toBe('deliver')
  expect(deliveryTo({ blocksSender: true })).toBe('withhold')
  expect(deliveryTo(undefined)).toBe('email')
})

test('GAP-014 a withheld push costs as much as a delivered one, so that its sender learns nothing', () => {
  expect(rowsCounted('withhold')).toBe(rowsCounted('deliver'))
  expect([rowsCounted('deliver'), rowsCounted('email')]).toEqual([2, 1])
})

test('only its owner posts to a channel, and only its developer to the users of an OAuth client', () => {
  const own = { owner: 'alice' }
  expect(checkChannelOwner(own, 'alice')).toBe(own)
  expect(() => checkChannelOwner(own, 'bob')).toThrow(expect.objectContaining({ code: 'forbidden' }))
  expect(() => checkChannelOwner(undefined, 'bob')).toThrow(expect.objectContaining({ param: 'channel_tag' }))
  expect(checkClientOwner(own, 'alice')).toBe(own)
  for (const client of [own, undefined])
    expect(() => checkClientOwner(client, 'bob')).toThrow(expect.objectContaining({ param: 'client_iden' }))
})
