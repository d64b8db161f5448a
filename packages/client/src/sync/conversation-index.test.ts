import type { Push } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { bob, fromBob, setUp, several, toBob } from '../history/test-history.ts'

test('SIDE-015 GAP-070 (deviates) pushes after the read marker are unread, dismissed or not, and a marker only moves forward [H2]', () => {
  const { mirror, conversations } = setUp()
  const name = `email:${bob.key}`
  const pushes = several(12, () => fromBob({ dismissed: true }))
  mirror.fill({ pushes: [...pushes, toBob(), fromBob({ channel_iden: 'c' })] })
  const unread = () => conversations.$unread.get().get(name)
  expect(unread()).toBe(12)
  const later = (index: number, fields: Partial<Push>) => ({ ...(pushes[index] as Push), modified: 9_000, ...fields })
  mirror.merge({ pushes: [later(0, { dismissed: false }), later(1, { active: false }), later(2, { title: 'changed' })] })
  expect(unread()).toBe(11)

  const marker = (modified: number, read_to: number) => ({
    read_markers: [{ iden: 'm', active: true, created: 1, modified, conversation: name, read_to }],
  })
  mirror.merge(marker(1, (pushes[9] as Push).created))
  expect(unread()).toBe(2)
  mirror.merge(marker(2, (pushes[3] as Push).created))
  expect(unread()).toBe(2)
  conversations.setRead(name, (pushes[10] as Push).created)
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
