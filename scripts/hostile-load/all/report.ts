import { printFailure, printSummary } from '../report.ts'
import { allowed } from '../trial.ts'
import { mb, type Resources } from './resources.ts'
import type { Report, StateOutcome } from './states.ts'
import { hasCrashed, isTooSlow, type TriedSum } from './sums.ts'

const shown = 5

/** Prints failures immediately. */
export const reporting: Report = {
  result: printFailure,
  sum(tried) {
    if (!isTooSlow(tried) && !hasCrashed(tried)) return
    console.log(`FAILED ${lineOf(tried)}`)
    if (tried.broken !== undefined) console.log(`  ${tried.broken}`)
    if (hasCrashed(tried)) console.log('  answered with 500')
  },
}

/** Prints the counts, the slowest sums and the resources of all states, and returns the exit code. */
export function printStates(states: readonly StateOutcome[]): number {
  let code = 0
  for (const { outcomes } of states) for (const outcome of outcomes) code = Math.max(code, printSummary(outcome))
  const sums = states.flatMap(({ sums }) => sums)
  const failed = sums.filter((tried) => isTooSlow(tried) || hasCrashed(tried))
  const results = states.flatMap(({ outcomes }) => outcomes.flatMap(({ results }) => results))
  const requests = sums.reduce((sum, tried) => sum + tried.requests, 0) + results.reduce((sum, { tried }) => sum + tried, 0)
  for (const { state, skipped, leaks } of states) {
    if (skipped !== undefined) console.log(`\nLeft out: ${state}. ${skipped}`)
    for (const leak of leaks) console.log(`\nFAILED ${state}: ${leak}`)
    if (leaks.length > 0) code = 1
  }
  if (failed.length > 0) code = 1
  console.log(`\n${sums.length} sums of requests, ${failed.length} of them delayed others by more than ${allowed} ms or failed.`)
  const disturbed = sums.filter(({ isDisturbed }) => isDisturbed).length
  if (disturbed > 0)
    console.log(`${disturbed} of them were judged by the turns of the event loop alone, as the machine was busy.`)
  const places = new Set([...results.map(({ target }) => target.replace(/ by .*/, '')), ...sums.map(({ target }) => target)])
  const done = states.filter(({ skipped }) => skipped === undefined)
  const callers = Math.max(...states.map(({ callers }) => callers))
  console.log(
    `${places.size} calls and addresses × ${callers} kinds of callers × ${done.length} states, in ${requests} requests.`,
  )
  console.log(`The ${shown} slowest sums, by milliseconds of delay for others:`)
  for (const tried of sums.toSorted((a, b) => b.delay - a.delay).slice(0, shown)) console.log(`  ${lineOf(tried)}`)
  for (const { state, before, after } of done) if (before && after) printResources(state, before, after)
  return code
}

function printResources(state: string, before: Resources, after: Resources): void {
  // PostgreSQL's rows aren't counted.
  const rows = ({ rows }: Resources) => Object.values(rows).reduce((sum, count) => sum + count, 0) || 'unknown'
  const grown = Object.entries(after.rows)
    .map(([table, count]) => ({ table, more: count - (before.rows[table] ?? 0) }))
    .toSorted((a, b) => b.more - a.more)
    .slice(0, shown)
    .filter(({ more }) => more > 0)
  console.log(
    `${state}, before and after: memory ${mb(before.rss)}, ${mb(after.rss)} (objects ${mb(before.heap)}, ${mb(after.heap)}; buffers ` +
      `${mb(before.buffers)}, ${mb(after.buffers)}); disk ${mb(before.disk)}, ${mb(after.disk)}; rows ${rows(before)}, ${rows(after)}; ` +
      `sockets ${before.sockets}, ${after.sockets}; open files ${before.descriptors ?? 'unknown'}, ${after.descriptors ?? 'unknown'}`,
  )
  if (grown.length > 0) console.log(`  more rows in ${grown.map(({ table, more }) => `${table} (${more})`).join(', ')}`)
}

const lineOf = ({ state, target, caller, what, delay, requests, statuses }: TriedSum) =>
  `${state}, ${target} by ${caller}, ${what}: ${Math.round(delay)} ms (${requests} requests: ` +
  `${[...statuses].map(([status, count]) => `${count} × ${status || 'none'}`).join(', ')})`
