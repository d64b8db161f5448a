import { expect, test } from 'vitest'
import { answerTo, atFirst, fieldsOf, iconOf, idOf, later, received, ringing } from './phone-apps.ts'

const all = [...atFirst, ...later, ringing, received('Notes.txt')]

test('each app of the phone has an icon of its own, which is small enough to be mirrored', async () => {
  const icons = new Map(await Promise.all(all.map(async (each) => [each.app, await iconOf(each)] as const)))
  expect(new Set([...icons.values()].map((icon) => icon.toString('base64'))).size).toBe(icons.size)
  for (const icon of icons.values()) {
    expect(icon.subarray(1, 4).toString()).toBe('PNG')
    expect(icon.length).toBeLessThan(10_000)
  }
})

test('notifications are named as Android names them, and what comes again and again takes few places', () => {
  for (const each of all) expect(idOf(each)).toMatch(/^0\|[a-z_.]+\|\d+\|[a-z]+\|\d+$/)
  expect(new Set(all.map(idOf)).size).toBeLessThan(12)
  expect(fieldsOf(atFirst.at(-1) as (typeof atFirst)[number])).toMatchObject({
    appName: 'Parley',
    actions: ['Mark as read'],
    isClearable: true,
  })
})

test('a chat answers by the words of a message, and otherwise one thing after another', () => {
  const said = ['Yes, I am coming', 'Sorry, I am busy', 'When is it?', 'Where is it?', 'Thanks!', 'Hello Lena']
  expect(new Set(said.map((message) => answerTo(message, 0))).size).toBe(said.length)
  expect(answerTo('The kettle boils', 0)).not.toBe(answerTo('The kettle boils', 1))
})
