import { expect, it } from 'vitest'
import { shuffled } from './people.ts'

it('SUPPORT-018 shuffling loses no one, changes nothing in the given list, and can bring forth every order', () => {
  const people = ['Ana', 'Bo', 'Cleo']
  const orders = new Set<string>()
  for (const first of [0, 0.4, 0.9]) {
    for (const second of [0, 0.9]) {
      const chances = [first, second]
      orders.add(shuffled(people, () => chances.shift() ?? 0).join())
    }
  }
  expect(people).toEqual(['Ana', 'Bo', 'Cleo'])
  expect([...orders].sort()).toEqual(['Ana,Bo,Cleo', 'Ana,Cleo,Bo', 'Bo,Ana,Cleo', 'Bo,Cleo,Ana', 'Cleo,Ana,Bo', 'Cleo,Bo,Ana'])
})
