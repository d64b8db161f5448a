import type { Push } from '@waypost/protocol'
import { expect, it } from 'vitest'
import { openAnnouncer } from './announcer.ts'

const push = (body: string) => ({ iden: body, active: true, created: 0, modified: 0, type: 'note', body }) as Push

function open() {
  const said: string[] = []
  const due: (() => void)[] = []
  let now = 0
  const announcer = openAnnouncer({
    say: (text) => said.push(text),
    after: (_, work) => {
      due.push(work)
      return () => {}
    },
    now: () => now,
    words: {
      one: ({ name, text }) => `${name}: ${text}`,
      many: ({ name, count }) => `${count} new messages from ${name}`,
      elsewhere: ({ name }) => `New from ${name}`,
    },
  })
  return {
    announcer,
    said,
    pass(milliseconds: number) {
      now += milliseconds
      for (const work of due.splice(0)) work()
    },
  }
}

it('SYNC-001 one push is read out, a burst is one sentence', () => {
  const { announcer, said, pass } = open()
  announcer.arrived(push('Hello'), 'Ana', true)
  pass(1_000)
  expect(said).toEqual(['Ana: Hello'])
  for (const body of ['a', 'b', 'c']) announcer.arrived(push(body), 'Ana', true)
  pass(1_000)
  expect(said).toEqual(['Ana: Hello', '3 new messages from Ana'])
})

it('SYNC-001 other conversations speak at most every ten seconds', () => {
  const { announcer, said, pass } = open()
  announcer.arrived(push('a'), 'Bo', false)
  announcer.arrived(push('b'), 'Cy', false)
  pass(10_000)
  announcer.arrived(push('c'), 'Cy', false)
  expect(said).toEqual(['New from Bo', 'New from Cy'])
})

it('SYNC-001 no more than 120 letters are read', () => {
  const { announcer, said, pass } = open()
  announcer.arrived(push('x'.repeat(500)), 'Ana', true)
  pass(1_000)
  expect(said[0]).toHaveLength('Ana: '.length + 120)
})
