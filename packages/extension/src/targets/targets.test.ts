import { expect, test } from 'vitest'
import { inWords, nameInWords } from './names.ts'
import { mostDevices, mostRecent, offeredTargets, withRecent } from './offered-targets.ts'
import { readRef, refOf, textOfRef } from './target-ref.ts'
import { channel, device, followed, me, person } from './test-targets.ts'

const nobody = { me, people: [], devices: [], following: [], sources: [], recent: [], here: undefined }
const names = (targets: readonly { name: string }[]) => targets.map(({ name }) => name)

test('a ref names a target in a text, and nothing else is read as one', () => {
  for (const target of [me, person('Ana'), device('abc'), channel('news')]) {
    expect(readRef(textOfRef(refOf(target)))).toEqual(refOf(target))
  }
  expect(textOfRef(refOf(person('Ana')))).toBe('people/ana@example.org')
  for (const text of ['', '/', 'people', 'people/', '/me', 'settings/me', 'people line 1']) expect(readRef(text)).toBeUndefined()
})

test('recent targets come first, then the people of the latest conversations, and each is offered once', () => {
  const [ana, bob, phone, laptop, news] = [person('Ana'), person('Bob'), device('phone'), device('laptop'), channel('news')]
  const known = { ...nobody, people: [ana, bob], devices: [phone, laptop], following: [news] }
  expect(offeredTargets({ ...known, recent: ['devices/phone', 'following/news', 'people/bob@example.org'] })).toEqual({
    me,
    recent: [phone, news, bob, ana],
    devices: [laptop],
  })
})

test('this browser, what takes no pushes, what is archived and what is gone is not offered', () => {
  const known = {
    ...nobody,
    people: [person('Ana', { archived: true })],
    devices: [device('here'), device('phone')],
    following: [followed('news')],
  }
  const recent = ['following/news', 'devices/here', 'people/gone@example.org', 'people/ana@example.org', 'nonsense']
  expect(offeredTargets({ ...known, recent, here: 'here' })).toEqual({ me, recent: [], devices: [device('phone')] })
})

test('however many targets there are, a few are offered', () => {
  const people = Array.from({ length: 500 }, (_, at) => person(`Person ${at}`))
  const devices = Array.from({ length: 500 }, (_, at) => device(`${at}`))
  const offered = offeredTargets({ ...nobody, people, devices })
  expect(offered.recent).toHaveLength(mostRecent)
  expect(names(offered.recent)).toEqual(names(people.slice(0, mostRecent)))
  expect(offered.devices).toHaveLength(mostDevices)
})

test('the latest target is the first recent one, without repetition and without oneself', () => {
  const [ana, bob] = [person('Ana'), person('Bob')]
  expect(withRecent(withRecent(withRecent(withRecent([], ana), bob), ana), me)).toEqual([
    'people/ana@example.org',
    'people/bob@example.org',
  ])
  const many = Array.from({ length: 20 }, (_, at) => device(`${at}`)).reduce(withRecent, [])
  expect(many).toHaveLength(mostRecent)
  expect(many[0]).toBe('devices/19')
})

test('a name in words is one short line, without marks of direction and half letters', () => {
  expect(nameInWords(me)).toBe('Me')
  expect(nameInWords(person(' Ana\n\u202eMaria\u0007 '))).toBe('Ana Maria')
  expect(inWords('😀'.repeat(30), 5)).toBe('😀😀…')
  expect(inWords('x'.repeat(1_000_000), 10)).toBe(`${'x'.repeat(10)}…`)
})
