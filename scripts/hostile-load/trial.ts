import type { Attack, Target } from './attack.ts'
import { longestDelay, type MeasuredServer } from './measured-server.ts'
import { type Answer, send } from './send.ts'
import { type Span, sharedTime } from './shared-time.ts'

/** How long others may be delayed, in milliseconds. */
export const allowed = 100
/** How long to wait for a response, in milliseconds. An input that took longer than `slow` is not tried in a larger size. */
const patience = 5_000
const slow = 250
/** A kind of input that was too slow in this many calls is not tried on others: it has already failed the run. */
const enough = 3
const mostTries = 5
/** Deferred work of a request counts toward it if it is done within this many milliseconds. */
const aftermath = 250

/** A request that was tried, and how long it delayed others, in milliseconds. */
export interface Found {
  target: string
  what: string
  bytes: number
  delay: number
}

/** The result of a call or address. */
export interface Result {
  target: string
  tried: number
  /** Inputs that were not tried because time ran out. */
  left: number
  last?: string
  /** Why it could not continue, e.g. because the server has ended. */
  broken?: string | undefined
  /** Its slowest input, and those that delayed others for too long every time. */
  slowest: Found | undefined
  tooSlow: Found[]
  crashes: Set<string>
  statuses: Map<number, number>
}

export interface Outcome {
  results: Result[]
  /** Delays that didn't recur when their input was tried alone. */
  notAgain: Found[]
  /** Kinds of inputs that were skipped after being too slow for several calls, and how many inputs that affected. */
  leftOut: Map<string, number>
  baseline: number
}

/** Tries all inputs of all targets, one after another. Calls `done` after each target. */
export async function tryAll(
  server: MeasuredServer,
  targets: readonly Target[],
  until: number,
  done: (result: Result) => void,
): Promise<Outcome> {
  let deadline = until
  const outcome: Outcome = { results: [], notAgain: [], leftOut: new Map(), baseline: await baselineOf(server) }
  const failedKinds = new Map<string, number>()
  for (const target of targets) {
    const result: Result = {
      target: target.name,
      tried: 0,
      left: 0,
      slowest: undefined,
      tooSlow: [],
      crashes: new Set(),
      statuses: new Map(),
    }
    outcome.results.push(result)
    if (performance.now() > deadline) {
      result.left = 1
      done(result)
      continue
    }
    try {
      await tryTarget(server, target, result, outcome, failedKinds, deadline)
    } catch (error) {
      // The server has ended or hangs: no more inputs can be tried.
      result.broken = (error as Error).message
      deadline = 0
    }
    done(result)
    for (const kind of new Set(result.tooSlow.map(({ what }) => kindOf(what))))
      failedKinds.set(kind, (failedKinds.get(kind) ?? 0) + 1)
  }
  return outcome
}

interface Attempt extends Answer {
  attack: Attack
}

async function tryTarget(
  server: MeasuredServer,
  target: Target,
  result: Result,
  outcome: Outcome,
  failedKinds: Map<string, number>,
  deadline: number,
): Promise<void> {
  await target.before?.()
  const attempts: Attempt[] = []
  const slowKinds = new Set<string>()
  for (const attack of target.attacks()) {
    const kind = kindOf(attack.what)
    if ((failedKinds.get(kind) ?? 0) >= enough) outcome.leftOut.set(kind, (outcome.leftOut.get(kind) ?? 0) + 1)
    else if (performance.now() > deadline) result.left++
    else if (!slowKinds.has(attack.what)) {
      result.last = attack.what
      const answer = await send(server.port, attack.request(), patience)
      if (answer.end - answer.start > slow) slowKinds.add(attack.what)
      // So that the next request isn't blamed for it.
      if (answer.end - answer.start > allowed) await server.settle()
      attempts.push({ ...answer, attack })
      if (answer.status === 500) result.crashes.add(attack.what)
      result.statuses.set(answer.status, (result.statuses.get(answer.status) ?? 0) + 1)
    }
  }
  result.tried = attempts.length
  await new Promise((resolve) => setTimeout(resolve, 5))
  await server.settle()
  await judge(server, target, attempts, result, outcome)
}

/** Finds the inputs that delayed others, and retries alone those that did so for too long. */
async function judge(
  server: MeasuredServer,
  target: Target,
  attempts: Attempt[],
  result: Result,
  outcome: Outcome,
): Promise<void> {
  const found = (attempt: Attempt, delay: number): Found => ({
    target: target.name,
    what: attempt.attack.what,
    bytes: attempt.attack.bytes,
    delay,
  })
  const suspects = new Map<Attempt, number>()
  for (const [index, attempt] of attempts.entries()) {
    const delay = longestDelay(server, attempt)
    if (delay <= allowed) {
      if (delay > (result.slowest?.delay ?? 0)) result.slowest = found(attempt, delay)
      continue
    }
    // The cause may be work left behind by earlier requests.
    for (const suspect of attempts.slice(Math.max(0, index - 2), index + 1))
      suspects.set(suspect, Math.max(suspects.get(suspect) ?? 0, suspect === attempt ? delay : 0))
  }
  const confirmedKinds = new Set<string>()
  for (const [attempt, first] of suspects) {
    if (confirmedKinds.has(attempt.attack.what)) continue
    const delays = await delaysAlone(server, attempt)
    // Inputs that can't be repeated, such as a deletion, are judged by their first try.
    const delay = delays.length > 0 ? Math.min(...delays, ...(first > 0 ? [first] : [])) : first
    if (delay > allowed) {
      confirmedKinds.add(attempt.attack.what)
      result.tooSlow.push(found(attempt, delay))
    } else if (first > 0) outcome.notAgain.push(found(attempt, first))
    if (delay > (result.slowest?.delay ?? 0)) result.slowest = found(attempt, delay)
  }
}

/**
 * Retries an input alone until it has twice been answered as it was at first, and restores what it uses up.
 * @returns the delays of those two tries, or fewer
 */
async function delaysAlone(server: MeasuredServer, { attack, status }: Attempt): Promise<number[]> {
  const delays: number[] = []
  let isUsedUp = false
  for (let tries = 0; tries < mostTries && delays.length < 2; tries++) {
    if (isUsedUp) await attack.renew?.()
    const again = await alone(server, attack)
    isUsedUp = !isSameWork(status, again.status)
    if (!isUsedUp) delays.push(again.delay)
  }
  return delays
}

/**
 * Whether two tries of an input did the same work, by their statuses. A missing answer, or a first one that failed, doesn't tell and counts
 * as the same.
 */
const isSameWork = (first: number, again: number) =>
  again === first || again === 200 || again === 0 || first === 0 || first >= 500

/** Tries an input while the server is otherwise idle, and waits for its after-effects. */
async function alone(server: MeasuredServer, attack: Attack): Promise<{ delay: number; status: number }> {
  await server.settle()
  const answer = await send(server.port, attack.request(), patience)
  await new Promise((resolve) => setTimeout(resolve, aftermath))
  await server.settle()
  const span: Span = { start: answer.start, end: answer.end + aftermath }
  return { delay: longestDelay(server, span), status: answer.status }
}

/** The longest delay while the server is idle, in milliseconds. */
async function baselineOf(server: MeasuredServer): Promise<number> {
  await server.settle()
  const from = sharedTime()
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  await server.settle()
  return longestDelay(server, { start: from, end: Number.POSITIVE_INFINITY })
}

/** The fault of an input, without the field that has it. */
const kindOf = (what: string) => what
