import { expect, it } from 'vitest'
import { openFolds, undoFor } from './fold.ts'

/** Folds over a clock that stands until it is told to go on, and a server that answers when told. */
function open() {
  const asked: { iden: string; keepalive: boolean; answer: (failed?: boolean) => void }[] = []
  const timers = new Set<{ at: number; work: () => void }>()
  let now = 0
  const folds = openFolds({
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
    folds,
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

it('a push folds at once and the server is asked after six seconds', () => {
  const { folds, asked, pass } = open()
  folds.fold('a')
  expect(folds.$folded.get().get('a')).toBe('undoable')
  pass(undoFor - 1)
  expect(asked).toEqual([])
  pass(1)
  expect(asked.map(({ iden }) => iden)).toEqual(['a'])
  expect(folds.$folded.get().get('a')).toBe('deleting')
})

it('what is undone is never asked for', () => {
  const { folds, asked, pass } = open()
  folds.fold('a')
  folds.undo('a')
  pass(undoFor * 2)
  expect(asked).toEqual([])
  expect(folds.$folded.get().size).toBe(0)
})

it('the time stands while somebody is on the fold, and begins anew after that', () => {
  const { folds, asked, pass } = open()
  folds.fold('a')
  pass(undoFor - 1)
  folds.hold('a', true)
  pass(undoFor * 3)
  folds.hold('a', false)
  pass(undoFor - 1)
  expect(asked).toEqual([])
  pass(1)
  expect(asked).toHaveLength(1)
})

it('a page that closes asks at once, in a way that outlives it', () => {
  const { folds, asked, pass } = open()
  folds.fold('a')
  folds.flush()
  expect(asked).toMatchObject([{ iden: 'a', keepalive: true }])
  pass(undoFor)
  expect(asked).toHaveLength(1)
})

it('the fold is gone when the server has answered', async () => {
  const { folds, asked, pass } = open()
  folds.fold('a')
  pass(undoFor)
  asked[0]?.answer()
  await Promise.resolve()
  await new Promise((resolve) => setTimeout(resolve))
  expect(folds.$folded.get().size).toBe(0)
})
