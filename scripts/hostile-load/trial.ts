import type { Attack, Target } from './attack.ts'
import { longestDelay, type MeasuredServer } from './measured-server.ts'
import { type Answer, send } from './send.ts'
import { type Span, sharedTime } from './shared-time.ts'

/** How long others may be delayed, in milliseconds. */
export const allowed = 100
/** How long an answer is waited for. An input that took longer than `slow` is not tried in a larger size. */
const patience = 5_000
const slow = 250
/** After this many calls in which one kind of input was too slow, it is not tried on others: the run has failed for it. */
const enough = 3
/** How often an input is tried alone at most. */
const mostTries = 5
/** Work that a request leaves behind for later is counted for it if it is done within this time. */
const aftermath = 250

/** A request that was tried, and how long it delayed others, in milliseconds. */
export interface Found {
  target: string
  what: string
  bytes: number
  delay: number
}

/** What became of a call or address. */
export interface Result {
  target: string
  tried: number
  /** Inputs that were not tried, as the time was over. */
  left: number
  /** The input that was tried last. */
  last?: string
  /** Why nothing more could be tried, e.g. since the server has ended. */
  broken?: string | undefined
  /** Its slowest input, and those that delayed others for too long, each time that they were tried. */
  slowest: Found | undefined
  tooSlow: Found[]
  /** Inputs that were answered with an unexpected error. */
  crashes: Set<string>
  statuses: Map<number, number>
}

export interface Outcome {
  results: Result[]
  /** Delays that did not come again when their input was tried alone. */
  notAgain: Found[]
  /** Kinds of inputs that were left out after they were too slow for several calls, and for how many. */
  leftOut: Map<string, number>
  baseline: number
}

/** Tries all inputs of all targets, one after another. `done` is called after each target. */
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
      // The server has ended, or hangs: later inputs cannot be tried.
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
      // The next one is not to be blamed for it.
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

/** Finds the inputs that delayed others, and tries those that did so for too long again, alone. */
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
    // It may be the work that the requests before it have left behind.
    for (const suspect of attempts.slice(Math.max(0, index - 2), index + 1))
      suspects.set(suspect, Math.max(suspects.get(suspect) ?? 0, suspect === attempt ? delay : 0))
  }
  const confirmedKinds = new Set<string>()
  for (const [attempt, first] of suspects) {
    if (confirmedKinds.has(attempt.attack.what)) continue
    const delays = await delaysAlone(server, attempt)
    // What cannot be done twice, such as a deletion, is judged by the first time.
    const delay = delays.length > 0 ? Math.min(...delays, ...(first > 0 ? [first] : [])) : first
    if (delay > allowed) {
      confirmedKinds.add(attempt.attack.what)
      result.tooSlow.push(found(attempt, delay))
    } else if (first > 0) outcome.notAgain.push(found(attempt, first))
    if (delay > (result.slowest?.delay ?? 0)) result.slowest = found(attempt, delay)
  }
}

/**
 * Tries an input alone until it was answered twice as the first time, and gives it what it has used up.
 * @returns the delays of those two, or fewer
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

/** Whether two tries of an input were the same work, by their statuses. No answer, or one that failed, says nothing of it. */
const isSameWork = (first: number, again: number) =>
  again === first || again === 200 || again === 0 || first === 0 || first >= 500

/** Tries an input while nothing else happens, and waits for its after-effects. */
async function alone(server: MeasuredServer, attack: Attack): Promise<{ delay: number; status: number }> {
  await server.settle()
  const answer = await send(server.port, attack.request(), patience)
  await new Promise((resolve) => setTimeout(resolve, aftermath))
  await server.settle()
  const span: Span = { start: answer.start, end: answer.end + aftermath }
  return { delay: longestDelay(server, span), status: answer.status }
}

/** The longest delay while nobody does anything, in milliseconds. */
async function baselineOf(server: MeasuredServer): Promise<number> {
  await server.settle()
  const from = sharedTime()
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  await server.settle()
  return longestDelay(server, { start: from, end: Number.POSITIVE_INFINITY })
}

/** The fault of an input, without the field that has it. */
const kindOf = (what: string) => what
