import { expect } from 'vitest'

/** Milliseconds of this thread's time below which a run says nothing about growth. */
const noise = 200
/** How many times as long an input may take as one of half its size. */
const perDoubling = 2.5

/** The least processor time of several runs, in milliseconds. Only this thread counts, so a busy machine changes little. */
function timeOf(work: () => unknown): number {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < 4; run++) {
    const before = process.threadCpuUsage()
    work()
    const { user, system } = process.threadCpuUsage(before)
    least = Math.min(least, (user + system) / 1_000)
  }
  return least
}

/**
 * Expects work to take linear time: twice the input takes at most 2.5 times as long. Sizes four times apart are compared, which says the
 * same with less noise.
 * @param work gets what `make` made; refusals that it throws are fine
 * @param most milliseconds that the largest input may take
 */
export function expectLinear<T>(
  what: string,
  size: number,
  make: (size: number) => T,
  work: (input: T) => unknown,
  most = 250,
): void {
  const times = [16, 4, 1].map((part) => {
    const input = make(Math.floor(size / part))
    return timeOf(() => {
      try {
        work(input)
      } catch (refusal) {
        if ((refusal as Error).name !== 'Refusal') throw refusal
      }
    })
  })
  const grown = times.some((time, index) => index > 0 && time > Math.max(noise, perDoubling ** 2 * (times[index - 1] as number)))
  const tooLong = (times.at(-1) as number) > most
  if (grown || tooLong) expect.fail(`${what}: ${times.map((time) => time.toFixed(1)).join(', ')} ms for 1/16, 1/4 and all`)
}
