import type { HistoryItem } from '@waypost/client'
import { expect, it } from 'vitest'
import { heldFor, openUndoableDeletes, undoFor } from './undo-delete.ts'

/** Notices with a clock that only moves when told, and a server that answers when told. */
function open() {
  const asked: { what: string; answer(worked: boolean): Promise<void> }[] = []
  const timers = new Set<{ at: number; work: () => void }>()
  let now = 0
  const ask = (what: string) =>
    new Promise<boolean>((resolve) => {
      const answer = async (worked: boolean) => {
        resolve(worked)
        await new Promise((done) => setImmediate(done))
      }
      asked.push({ what, answer })
    })
  const deletes = openUndoableDeletes({
    after(milliseconds, work) {
      const timer = { at: now + milliseconds, work }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    now: () => now,
    remove: (iden, { everyone }) => ask(`delete ${iden}${everyone ? ' for everyone' : ''}`),
    restore: (iden) => ask(`restore ${iden}`),
  })
  return {
    deletes,
    asked: () => asked.map(({ what }) => what),
    answer: (worked: boolean) => asked.at(-1)?.answer(worked),
    shown: () => [...deletes.$deleted.get().keys()],
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

const item = (iden: string) => ({ key: iden, push: { iden } }) as HistoryItem

it('the server is asked at once, and the notice is shown for six seconds', async () => {
  const { deletes, asked, answer, shown, pass } = open()
  deletes.delete(item('a'), true)
  expect(asked()).toEqual(['delete a for everyone'])
  expect(shown()).toEqual(['a'])
  await answer(true)
  pass(undoFor - 1)
  expect(shown()).toEqual(['a'])
  pass(1)
  expect(shown()).toEqual([])
  deletes.undo('a')
  expect(asked()).toHaveLength(1)
})

it('undo brings it back, also before the deletion has arrived, and the notice goes when it is back', async () => {
  const { deletes, asked, answer, shown } = open()
  deletes.delete(item('a'))
  deletes.undo('a')
  deletes.undo('a')
  expect(deletes.$deleted.get().get('a')?.returns).toBe(true)
  expect(asked()).toEqual(['delete a', 'restore a'])
  expect(shown()).toEqual(['a'])
  await answer(true)
  expect(shown()).toEqual([])
})

it('the time does not run while the pointer is on the notice, for as long as the server allows', async () => {
  const { deletes, answer, shown, pass } = open()
  deletes.delete(item('a'))
  await answer(true)
  pass(undoFor - 1)
  deletes.hold('a', true)
  pass(2)
  expect(shown()).toEqual(['a'])
  deletes.hold('a', false)
  pass(heldFor - undoFor - 2)
  expect(shown()).toEqual(['a'])
  pass(1)
  expect(shown()).toEqual([])
})

it('when the server refuses, the push is as it was', async () => {
  const { deletes, answer, shown, asked } = open()
  deletes.delete(item('a'))
  await answer(false)
  expect(shown()).toEqual([])
  deletes.delete(item('a'))
  expect(asked()).toEqual(['delete a', 'delete a'])
})
