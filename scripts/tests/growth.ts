// Says how the work of something grows, in ratios of the processor's time: neither the speed of the machine nor what else runs on it changes those.

import { expect } from 'vitest'

/** Milliseconds of the processor that a measured run takes at least. */
const enough = 2
/** How often is measured before a ratio counts as too large. What disturbs a measurement makes it larger or smaller by chance. */
const tries = 6
/** The part of an input that the whole is compared with, and how much longer a character of the whole may take. Quadratic work takes eight times as long. */
const part = 8
const allowed = 3

/** Milliseconds of the processor. Those of the thread alone are counted in steps of four. */
function worked(work: () => unknown, rounds: number): number {
  const before = process.cpuUsage()
  for (let round = 0; round < rounds; round++) work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

async function workedWaiting(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

function fail(what: string, ratios: readonly number[], most: number): never {
  expect.fail(`${what} takes ${ratios.map((ratio) => ratio.toFixed(1)).join(', ')} times as long, instead of ${most} at most.`)
}

/** How often work is repeated so that it can be measured. */
function roundsOf(work: () => unknown): number {
  let rounds = 1
  while (worked(work, rounds) < enough) rounds *= 2
  return rounds
}

/** Expects one work to take at most `most` times as long as another one. */
export function expectRatio(what: string, one: () => unknown, other: () => unknown, most: number): void {
  const [oneRounds, otherRounds] = [roundsOf(one), roundsOf(other)]
  const ratios: number[] = []
  for (let time = 0; time < tries; time++) {
    // One after the other, so that both meet the same machine.
    const before = worked(other, otherRounds)
    const taken = worked(one, oneRounds)
    const after = worked(other, otherRounds)
    ratios.push(taken / oneRounds / (Math.min(before, after) / otherRounds))
    if ((ratios.at(-1) as number) <= most) return
  }
  fail(what, ratios, most)
}

/** The same for work that waits for something in between. It must take a few milliseconds of the processor at least. */
export async function expectRatioOfWaiting(
  what: string,
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
  most: number,
): Promise<void> {
  const ratios: number[] = []
  for (let time = 0; time < tries; time++) {
    const before = await workedWaiting(other)
    const taken = await workedWaiting(one)
    const after = await workedWaiting(other)
    ratios.push(taken / Math.min(before, after))
    if ((ratios.at(-1) as number) <= most) return
  }
  fail(what, ratios, most)
}

/**
 * Expects the time of work to grow with the size of its input, and no faster.
 * @param make makes an input of a size
 * @param work refusals that it throws are fine
 */
export function expectLinear<T>(what: string, size: number, make: (size: number) => T, work: (input: T) => unknown): void {
  const tried = (input: T) => () => {
    try {
      work(input)
    } catch (refusal) {
      if ((refusal as Error).name !== 'Refusal') throw refusal
    }
  }
  expectRatio(`${what}: the whole`, tried(make(size)), tried(make(Math.floor(size / part))), allowed * part)
}
