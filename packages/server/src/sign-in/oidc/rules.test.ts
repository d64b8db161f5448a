import { expect, test } from 'vitest'
import { isOfDomain, readDomains } from '../../settings/domains.ts'
import { groupsIn, isFresh, secondsSinceProof } from './rules.ts'

test('groups come as a list, or as names with commas or spaces between them; anything else has none', () => {
  expect(groupsIn(['admins', 7, 'pro people'])).toEqual(['admins', 'pro people'])
  expect(groupsIn('admins, people  staff')).toEqual(['admins', 'people', 'staff'])
  for (const claim of [undefined, null, 5, { admins: true }]) expect(groupsIn(claim)).toEqual([])
})

test('a sign-in is fresh if it was after the browser was sent there, by the clock of the provider alone', () => {
  const iat = 1_000_000
  expect(isFresh({ iat, auth_time: iat - 60 }, 55, true)).toBe(true)
  expect(isFresh({ iat, auth_time: iat - 70 }, 55, true)).toBe(false)
  // A provider that claims to report the time must do so.
  expect([isFresh({ iat }, 55, true), isFresh({ iat }, 55, false)]).toEqual([false, true])
  expect([secondsSinceProof({ iat, auth_time: iat - 5 }), secondsSinceProof({ iat, auth_time: '5' })]).toEqual([5, undefined])
})

test('an address is of a domain, not of a subdomain or of one that ends alike, in any writing', () => {
  const domains = readDomains('example.org @B\u00FCcher.example') ?? []
  for (const email of ['a@example.org', 'a@EXAMPLE.org', 'a@b@example.org', 'a@bücher.example', 'a@xn--bcher-kva.example'])
    expect([email, isOfDomain(email, domains)]).toEqual([email, true])
  for (const email of ['a@sub.example.org', 'a@notexample.org', 'example.org@evil.org', 'example.org.', 'a@example.org.evil'])
    expect([email, isOfDomain(email, domains)]).toEqual([email, false])
  expect(['*.example.org', 'exa_mple.org', 'https://example.org', 'a..b'].map(readDomains)).toEqual(Array(4).fill(undefined))
})
