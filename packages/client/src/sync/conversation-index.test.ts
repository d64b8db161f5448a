import type { Push } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { bob, fromBob, setUp, several, toBob } from '../history/test-history.ts'

test('SIDE-015 GAP-070 (deviates) pushes after the read marker are unread, dismissed or not, and reading only moves it forward [H2]', () => {
  const { mirror, conversations } = setUp()
  const name = `email:${bob.key}`
  const pushes = several(12, () => fromBob({ dismissed: true }))
  mirror.fill({ pushes: [...pushes, toBob(), fromBob({ channel_iden: 'c' })] })
  const unread = () => conversations.$unread.get().get(name)
  expect(unread()).toBe(12)
  const later = (index: number, fields: Partial<Push>) => ({ ...(pushes[index] as Push), modified: 9_000_000_000, ...fields })
  mirror.merge({ pushes: [later(0, { dismissed: false }), later(1, { active: false }), later(2, { title: 'changed' })] })
  expect(unread()).toBe(11)

  const marker = (modified: number, read_to: number) => ({
    read_markers: [{ iden: 'm', active: true, created: 1, modified, conversation: name, read_to }],
  })
  mirror.merge(marker(1, (pushes[9] as Push).created))
  expect(unread()).toBe(2)
  conversations.setRead(name, (pushes[10] as Push).created)
  conversations.setRead(name, (pushes[3] as Push).created)
  expect(unread()).toBe(1)
  mirror.merge({ pushes: [fromBob({ dismissed: true })] })
  expect(unread()).toBe(2)
  // Pushes older than the marker are read, even if they are loaded later, and a deleted push no longer counts.
  mirror.fill({ pushes: [fromBob({ created: (pushes[5] as Push).created - 0.5 })] })
  mirror.merge({ pushes: [later(11, { active: false })] })
  expect(unread()).toBe(1)
  mirror.clear()
  expect([unread(), conversations.readTo(name)]).toEqual([undefined, 0])
})

test('a conversation that is marked as unread stays so whatever was read before, until it is read by who knows the mark, or something later is', () => {
  const { mirror, conversations } = setUp()
  const name = `email:${bob.key}`
  const [first, second, third] = several(3, () => fromBob()) as [Push, Push, Push]
  mirror.fill({ pushes: [first, second, third] })
  let modified = 0
  const marker = (read_to: number, marked_unread?: number) =>
    mirror.merge({
      read_markers: [
        {
          iden: 'm',
          active: true,
          created: 1,
          modified: ++modified,
          conversation: name,
          read_to,
          ...(marked_unread && { marked_unread }),
        },
      ],
    })
  const state = () => [conversations.$unread.get().get(name), conversations.$marked.get().get(name)]
  conversations.setRead(name, third.created)
  marker(first.created, third.created + 1)
  expect(state()).toEqual([2, third.created + 1])
  // Another window reports late what it had read before.
  conversations.setRead(name, third.created)
  expect(state()).toEqual([2, third.created + 1])
  conversations.setRead(name, third.created, third.created + 1)
  expect(state()).toEqual([undefined, undefined])
  // The server does not know that yet, and reports something else.
  marker(first.created, third.created + 1)
  expect(state()).toEqual([undefined, undefined])
  marker(third.created)
  marker(third.created, third.created + 2)
  expect(state()).toEqual([0, third.created + 2])
  mirror.merge({ pushes: [fromBob({ created: third.created + 3 })] })
  expect(state()).toEqual([1, third.created + 2])
  conversations.setRead(name, third.created + 3)
  expect(state()).toEqual([undefined, undefined])
  // Another device marked it as unread and then read part of it, while this one missed both.
  marker(third.created + 3)
  marker(second.created)
  expect(state()).toEqual([2, undefined])
})
