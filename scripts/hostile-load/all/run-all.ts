import { printStates, reporting } from './report.ts'
import { inputs, maliciousServers, onPostgres, rateLimits, type StateOutcome, sums } from './states.ts'

/** In milliseconds. Inputs that remain by then are a failure. */
const within = 60 * 60_000

const states = { inputs, sums, malicious: maliciousServers, rates: rateLimits, postgres: onPostgres }

/** Runs all slow trials, in all states or only the named ones. @returns the exit code */
export async function runAll(names: readonly string[]): Promise<number> {
  const deadline = performance.now() + within
  const found: StateOutcome[] = []
  for (const [name, state] of Object.entries(states))
    if (names.length === 0 || names.includes(name)) found.push(await state(deadline, reporting, found))
  return printStates(found)
}
