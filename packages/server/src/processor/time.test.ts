import { performance } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { noProcessorLimits, openProcessor, usualProcessorLimits } from './time.ts'

function* steps(count: number, milliseconds = 2, each?: () => void): Generator<undefined, string> {
  for (let step = 0; step < count; step++) {
    const until = performance.now() + milliseconds
    while (performance.now() < until);
    each?.()
    yield
  }
  return 'done'
}

test('work that ends in time has its result; the other ends when its time is over, after one step at least', async () => {
  const processor = openProcessor({ ...noProcessorLimits, total: 30 })
  const time = processor.time('ann')
  expect(await time.run(steps(3, 1))).toEqual({ result: 'done' })
  expect(time.isOver).toBe(false)
  let done = 0
  expect(await time.run(steps(10_000, 1, () => done++))).toBeUndefined()
  expect(time.isOver).toBe(true)
  const before = done
  expect(before).toBeLessThan(10_000)
  expect(await time.run(steps(10_000, 1, () => done++))).toBeUndefined()
  expect(done).toBeGreaterThan(before)
  expect(await time.run(steps(0))).toEqual({ result: 'done' })
})

test('a part may have less than all of the time, and leaves the rest to others', async () => {
  const time = openProcessor({ ...noProcessorLimits, total: 500 }).time('ann')
  expect(await time.run(steps(10_000, 1), 40)).toBeUndefined()
  expect(time.isOver).toBe(false)
  const part = time.part(0.2)
  expect(await part.run(steps(10_000, 1))).toBeUndefined()
  expect([part.isOver, time.isOver]).toEqual([true, false])
  expect(await time.run(steps(3, 1))).toEqual({ result: 'done' })
})

test('however many work at once, all others have a turn after each slice', async () => {
  const processor = openProcessor(noProcessorLimits)
  let sinceTurn = 0
  let most = 0
  const each = () => {
    sinceTurn++
    most = Math.max(most, sinceTurn)
  }
  let isOver = false
  const others = (async () => {
    while (!isOver) {
      sinceTurn = 0
      await new Promise(setImmediate)
    }
  })()
  await Promise.all(Array.from({ length: 20 }, (_, at) => processor.time(`account ${at}`).run(steps(10, 2, each))))
  isOver = true
  await others
  // Five steps fill a slice. Two slices may run between two turns of the others: these may be the last of one turn and the first of the
  // next.
  expect(most).toBeLessThanOrEqual(11)
})

test('accounts take turns, however much one of them asks for', async () => {
  const processor = openProcessor(noProcessorLimits)
  const ended: string[] = []
  const work = async (account: string) => {
    await processor.time(account).run(steps(10))
    ended.push(account)
  }
  await Promise.all([...Array.from({ length: 20 }, () => work('busy')), work('calm')])
  expect(ended.indexOf('calm')).toBeLessThan(10)
})

test('an account that has used a lot has half of the time', async () => {
  const processor = openProcessor({ ...noProcessorLimits, burst: 20 })
  await processor.time('busy').run(steps(20))
  const before = performance.eventLoopUtilization()
  await processor.time('busy').run(steps(60))
  expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.9)
})

test('a request that has waited too long answers, and a failing step fails it', async () => {
  const time = openProcessor({ ...usualProcessorLimits, longest: 5 }).time('ann')
  expect(await time.run(steps(10))).toBeUndefined()
  function* failing(): Generator<undefined, void> {
    yield
    throw new Error('as asked')
  }
  await expect(openProcessor().time('ann').run(failing())).rejects.toThrow('as asked')
  expect(
    await openProcessor()
      .time('ann')
      .ask(async () => 1),
  ).toBe(1)
})
