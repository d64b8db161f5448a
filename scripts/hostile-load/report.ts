import { allowed, type Found, type Outcome } from './trial.ts'

/** How many of the slowest calls are printed. */
const shown = 5

/** Prints what was found, and last the counts. @returns the exit code */
export function reportOf({ results, notAgain, leftOut, baseline }: Outcome): number {
  const failed = results.filter(({ tooSlow, left, broken }) => tooSlow.length > 0 || left > 0 || broken !== undefined)
  for (const { target, tooSlow, left, broken, last } of failed) {
    console.log(`FAILED ${target}`)
    for (const found of tooSlow.toSorted(byDelay).slice(0, 8)) console.log(`  ${lineOf(found)}`)
    if (tooSlow.length > 8) console.log(`  and ${tooSlow.length - 8} more`)
    if (broken !== undefined) console.log(`  ${broken} The last input: ${last}`)
    if (left > 0) console.log(`  ${left} inputs were not tried: the time was over`)
  }
  for (const [kind, count] of leftOut) console.log(`Left out on ${count} more: ${kind}`)
  const inputs = results.reduce((sum, { tried }) => sum + tried, 0)
  console.log(`\n${inputs} inputs. Others waited ${Math.round(baseline)} ms at most while nothing else happened.`)
  if (notAgain.length > 0) console.log(`${notAgain.length} delays of over ${allowed} ms did not come again when tried alone.`)
  console.log(`The ${shown} slowest calls, by milliseconds of delay for others:`)
  const slowest = results.flatMap(({ slowest }) => slowest ?? []).toSorted(byDelay)
  for (const found of slowest.slice(0, shown)) console.log(`  ${found.target}, ${lineOf(found)}`)
  console.log(`\n${results.length - failed.length} passed, ${failed.length} failed`)
  return failed.length === 0 ? 0 : 1
}

const byDelay = (a: Found, b: Found) => b.delay - a.delay

const lineOf = ({ what, bytes, delay }: Found) => `${what}: ${Math.round(delay)} ms (${bytes.toLocaleString('en')} bytes)`
