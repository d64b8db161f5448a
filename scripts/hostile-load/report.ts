import { allowed, type Found, type Outcome, type Result } from './trial.ts'

const shown = 5

/** Prints the slow inputs of a call or address, if any. */
export function printFailure(result: Result): void {
  if (!isFailed(result)) return
  const { target, tooSlow, crashes, left, broken, last } = result
  console.log(`FAILED ${target}`)
  for (const found of tooSlow.toSorted(byDelay).slice(0, shown)) console.log(`  ${lineOf(found)}`)
  if (tooSlow.length > shown) console.log(`  and ${tooSlow.length - shown} more`)
  for (const what of [...crashes].slice(0, shown)) console.log(`  ${what}: answered with 500`)
  if (broken !== undefined) console.log(`  ${broken} The last input: ${last}`)
  else if (left > 0) console.log('  Not everything was tried: the time was over.')
}

/** Prints the slowest calls, then the counts. @returns the exit code */
export function printSummary({ results, notAgain, leftOut, baseline }: Outcome): number {
  for (const [kind, count] of leftOut) console.log(`Left out on ${count} more: ${kind}`)
  const inputs = results.reduce((sum, { tried }) => sum + tried, 0)
  console.log(`\n${inputs} inputs. Others waited ${Math.round(baseline)} ms at most while nothing else happened.`)
  if (notAgain.length > 0) console.log(`${notAgain.length} delays of over ${allowed} ms did not come again when tried alone.`)
  console.log(`The ${shown} slowest calls, by milliseconds of delay for others:`)
  const slowest = results.flatMap(({ slowest }) => slowest ?? []).toSorted(byDelay)
  for (const found of slowest.slice(0, shown)) console.log(`  ${found.target}, ${lineOf(found)}`)
  const failed = results.filter(isFailed).length
  console.log(`\n${results.length - failed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

const isFailed = ({ tooSlow, left, broken, crashes }: Result) =>
  tooSlow.length > 0 || left > 0 || broken !== undefined || crashes.size > 0

const byDelay = (a: Found, b: Found) => b.delay - a.delay

const lineOf = ({ what, bytes, delay }: Found) => `${what}: ${Math.round(delay)} ms (${bytes.toLocaleString('en')} bytes)`
