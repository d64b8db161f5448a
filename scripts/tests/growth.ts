// Measures how work grows, in ratios of CPU time, which depend neither on the speed of the machine nor on its other load.

import { expect } from 'vitest'

/** Minimum CPU milliseconds of a measured run. */
const enough = 2
/** How many measurements it takes until a ratio counts as too large. Interference makes a measurement larger or smaller at random. */
const tries = 6
/**
 * The whole input is compared with 1/`part` of it; each character of the whole may take up to `allowed` times as long. Quadratic work takes
 * eight times as long.
 */
const part = 8
const allowed = 3

/** CPU milliseconds of the process. Those of the thread alone come in steps of four. */
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

/** How many repetitions make the work measurable. */
function roundsOf(work: () => unknown): number {
  let rounds = 1
  while (worked(work, rounds) < enough) rounds *= 2
  return rounds
}

/** Expects one piece of work to take at most `most` times as long as another. */
export function expectRatio(what: string, one: () => unknown, other: () => unknown, most: number): void {
  const [oneRounds, otherRounds] = [roundsOf(one), roundsOf(other)]
  const ratios: number[] = []
  for (let time = 0; time < tries; time++) {
    // One right after the other, so that both run under the same conditions.
    const before = worked(other, otherRounds)
    const taken = worked(one, oneRounds)
    const after = worked(other, otherRounds)
    ratios.push(taken / oneRounds / (Math.min(before, after) / otherRounds))
    if ((ratios.at(-1) as number) <= most) return
  }
  fail(what, ratios, most)
}

/** The same for work that waits for something in between. It must take at least a few CPU milliseconds. */
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
 * Expects the time of work to grow no faster than the size of its input.
 * @param make makes an input of a size
 * @param work may throw refusals
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
