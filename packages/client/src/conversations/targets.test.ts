import { type Account, Refusal } from '@waypost/protocol'
import { atom } from 'nanostores'
import { expect, test } from 'vitest'
import { manualClock } from '../ground/test-clock.ts'
import { push, setUp } from '../history/test-history.ts'
import { openTargets } from './targets.ts'

test('SIDE-011 targets are sorted by their most recent push, then by name', () => {
  const { mirror, outbox, parts } = targetParts()
  const account = { email_normalized: 'ann@example.org' } as Account
  const targets = openTargets({ $account: atomOf(account), ...parts })
  const stamps = { active: true, created: 1, modified: 1 }
  const chat = (name: string) => {
    const email = `${name.toLowerCase()}@example.org`
    return { iden: name, ...stamps, with: { type: 'user' as const, email, email_normalized: email, name } }
  }
  mirror.fill({
    chats: ['zoe', 'Émile', 'bob', 'Dan'].map(chat),
    devices: [
      { iden: 'd1', ...stamps, nickname: 'Desk 10' },
      { iden: 'd2', ...stamps, nickname: 'desk 9' },
      { iden: 'd3', ...stamps, model: 'Pixel', manufacturer: 'Google' },
      { iden: 'd4', ...stamps, type: 'chrome' },
      { iden: 'd5', ...stamps },
    ],
  })
  const people = () => targets.$people.get().map((target) => target.name)
  const devices = () => targets.$devices.get().map((target) => target.name)
  expect(people()).toEqual(['bob', 'Dan', 'Émile', 'zoe'])
  expect(devices()).toEqual(['chrome', 'desk 9', 'Desk 10', 'Device', 'Pixel'])

  mirror.merge({
    pushes: [push({ direction: 'incoming', sender_email_normalized: 'zoe@example.org', target_device_iden: 'd5' })],
  })
  expect(people()).toEqual(['zoe', 'bob', 'Dan', 'Émile'])
  mirror.merge({ pushes: [push({ target_device_iden: 'd3' }), push({ source_device_iden: 'd1' })] })
  expect(devices()).toEqual(['Desk 10', 'Pixel', 'chrome', 'desk 9', 'Device'])
  outbox.add({ guid: 'g', type: 'note', body: 'hi', email: 'Dan@example.org' }, 0)
  expect(targets.find('people', 'dan@example.org')?.name).toBe('Dan')

  // Nothing shown has changed, so the list is the same object.
  const before = targets.$people.get()
  mirror.merge({ pushes: [push({})] })
  expect(targets.$people.get()).toBe(before)
  expect(targets.find('devices', 'd3')?.desc).toBe('Google Pixel')
})

test('pinned targets come first; archived ones last, until something newer arrives that is not muted', () => {
  const { mirror, parts } = targetParts()
  const targets = openTargets({ $account: atomOf(undefined), ...parts })
  const chat = (name: string, fields: object = {}) => {
    const email = `${name}@example.org`
    const stamps = { iden: name, active: true, created: 1, modified: 1 }
    return { ...stamps, ...fields, with: { type: 'user' as const, email, email_normalized: email, name } }
  }
  const from = (name: string, created: number) =>
    push({ direction: 'incoming', sender_email_normalized: `${name}@example.org`, created, modified: created })
  mirror.fill({ chats: [chat('ann'), chat('bob'), chat('cem', { archived: 100 }), chat('eve', { pinned: 5 })] })
  mirror.merge({ pushes: [from('cem', 90), from('bob', 80)] })
  const people = () => targets.$people.get().map(({ name, archived }) => [name, archived ?? false])
  expect(people()).toEqual([
    ['eve', false],
    ['bob', false],
    ['ann', false],
    ['cem', true],
  ])
  mirror.merge({ pushes: [from('cem', 110)] })
  expect(people()[1]).toEqual(['cem', false])
  mirror.merge({ chats: [{ ...chat('cem', { archived: 100, muted: true }), modified: 2 }] })
  expect(people()[3]).toEqual(['cem', true])
})

test('a mute ends at its time while the list is shown', () => {
  const { mirror, parts } = targetParts()
  const clock = manualClock()
  const targets = openTargets({ $account: atomOf(undefined), ...parts, platform: { ...parts.platform, ...clock } })
  const stamps = { iden: 'ann', active: true, created: 1, modified: 1 }
  const email = 'ann@example.org'
  const who = { type: 'user' as const, email, email_normalized: email }
  const muted_until = clock.now() / 1_000 + 3_600
  mirror.fill({ chats: [{ ...stamps, muted: true, muted_until, with: who }] })
  const seen: (boolean | undefined)[] = []
  const stop = targets.$people.subscribe(([ann]) => void seen.push(ann?.muted))
  clock.advance(3_599_000)
  expect(seen).toEqual([true])
  clock.advance(2_000)
  expect(seen).toEqual([true, false])
  stop()
})

test('a target is found by the last part of its route', () => {
  const { parts } = targetParts()
  const account = { email_normalized: 'ann@example.org', image_url: 'https://example.org/ann.png' } as Account
  const targets = openTargets({ $account: atomOf(account), ...parts })
  const me = { key: 'me', type: 'me', name: 'Me', desc: 'Just you', image_url: 'https://example.org/ann.png' }
  expect(targets.find('people', 'me')).toMatchObject(me)
  expect(targets.find('people', 'Ann@Example.org')).toBe(targets.me)
  expect(targets.find('people', ' New@Example.org')).toMatchObject({
    key: 'new@example.org',
    type: 'email',
    name: 'New@Example.org',
  })
  expect(targets.find('people', 'nobody')).toBeUndefined()
  expect(targets.find('devices', 'nothing')).toBeUndefined()
})

function targetParts() {
  const { mirror, conversations, outbox, platform } = setUp()
  const callRaw = () => Promise.reject(new Refusal('network'))
  const parts = {
    $state: atom('starting'),
    callRaw,
    mirror,
    conversations,
    $ghosts: outbox.$ghosts,
    $pending: atom(new Map()),
    platform,
  }
  return { mirror, outbox, parts }
}

function atomOf<T>(value: T) {
  return atom<T | undefined>(value)
}
