import { expect, it } from 'vitest'
import { openUndoableDeletes, undoFor } from './undo-delete.ts'

/** Folds over a clock that stands until it is told to go on, and a server that answers when told. */
function open() {
  const asked: { iden: string; keepalive: boolean; answer: (failed?: boolean) => void }[] = []
  const timers = new Set<{ at: number; work: () => void }>()
  let now = 0
  const deletes = openUndoableDeletes({
    after(milliseconds, work) {
      const timer = { at: now + milliseconds, work }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    remove: (iden, options) =>
      new Promise((resolve, reject) => {
        const answer = (failed = false) => (failed ? reject(new Error('refused')) : resolve())
        asked.push({ iden, keepalive: options?.keepalive ?? false, answer })
      }),
  })
  return {
    deletes,
    asked,
    pass(milliseconds: number) {
      now += milliseconds
      for (const timer of timers) {
        if (timer.at > now) continue
        timers.delete(timer)
        timer.work()
      }
    },
  }
}

it('a push is marked at once and the server is asked after six seconds', () => {
  const { deletes, asked, pass } = open()
  deletes.delete('a')
  expect(deletes.$pending.get().get('a')).toBe('undoable')
  pass(undoFor - 1)
  expect(asked).toEqual([])
  pass(1)
  expect(asked.map(({ iden }) => iden)).toEqual(['a'])
  expect(deletes.$pending.get().get('a')).toBe('deleting')
})

it('what is undone is never asked for', () => {
  const { deletes, asked, pass } = open()
  deletes.delete('a')
  deletes.undo('a')
  pass(undoFor * 2)
  expect(asked).toEqual([])
  expect(deletes.$pending.get().size).toBe(0)
})

it('the time does not run while the pointer is on the notice, and starts again after that', () => {
  const { deletes, asked, pass } = open()
  deletes.delete('a')
  pass(undoFor - 1)
  deletes.hold('a', true)
  pass(undoFor * 3)
  deletes.hold('a', false)
  pass(undoFor - 1)
  expect(asked).toEqual([])
  pass(1)
  expect(asked).toHaveLength(1)
})

it('a page that closes asks at once, in a way that outlives it', () => {
  const { deletes, asked, pass } = open()
  deletes.delete('a')
  deletes.flush()
  expect(asked).toMatchObject([{ iden: 'a', keepalive: true }])
  pass(undoFor)
  expect(asked).toHaveLength(1)
})

it('the mark is gone when the server has answered', async () => {
  const { deletes, asked, pass } = open()
  deletes.delete('a')
  pass(undoFor)
  asked[0]?.answer()
  await Promise.resolve()
  await new Promise((resolve) => setTimeout(resolve))
  expect(deletes.$pending.get().size).toBe(0)
})
