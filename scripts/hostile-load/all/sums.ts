import { longestDelay, type MeasuredServer } from '../measured-server.ts'
import { type Span, sharedTime } from '../shared-time.ts'
import { allowed } from '../trial.ts'

/** Requests that belong together, and who sends them. */
export interface Sum {
  /** The call or address, or the kind of trial. */
  target: string
  caller: string
  what: string
  /** @returns the statuses of the answers, 0 for one without a status */
  send(): Promise<readonly number[]>
  /** Recreates whatever it uses up. */
  renew?(): Promise<void>
}

/** A sum that was tried, and how long it delayed others, in milliseconds of work. */
export interface TriedSum {
  state: string
  target: string
  caller: string
  what: string
  delay: number
  requests: number
  statuses: Map<number, number>
  /** Whether other programs slowed the server down, so that its response times say nothing about its own work. */
  isDisturbed?: boolean
  /** Why it could not be completed, e.g. because the server has ended. */
  broken?: string
}

/** Deferred work counts toward a sum if it is done within this many milliseconds. */
const aftermath = 60
/** A delay that doesn't recur wasn't caused by the sum. */
const tries = 3

async function trySum(server: MeasuredServer, state: string, sum: Sum): Promise<TriedSum> {
  const { target, caller, what } = sum
  const tried: TriedSum = { state, target, caller, what, delay: Number.POSITIVE_INFINITY, requests: 0, statuses: new Map() }
  try {
    for (let time = 0; time < tries && tried.delay > allowed; time++) {
      if (time > 0) await sum.renew?.()
      await server.settle()
      const start = sharedTime()
      const statuses = await sum.send()
      await new Promise((resolve) => setTimeout(resolve, aftermath))
      await server.settle()
      const { delay, isDisturbed } = delayDuring(server, { start, end: sharedTime() })
      if (delay < tried.delay) Object.assign(tried, { delay, isDisturbed })
      tried.requests += statuses.length
      for (const status of statuses) tried.statuses.set(status, (tried.statuses.get(status) ?? 0) + 1)
    }
  } catch (error) {
    tried.broken = (error as Error).message
  }
  return tried
}

/** The minimum share of its time that a busy server works on an otherwise idle machine. */
const undisturbed = 0.8

/**
 * The longest delay for others. Many requests add up to a lot of work, but a response waits for only one turn of it. If other programs use
 * the processor in between, such a response can't be told from one that waited for all of it, and only the turns themselves are judged.
 */
function delayDuring(server: MeasuredServer, span: Span): { delay: number; isDisturbed: boolean } {
  const blocks = server.blocks.filter(({ start, end }) => start < span.end && end > span.start)
  const worked = blocks.reduce((sum, block) => sum + block.worked, 0)
  const taken = blocks.reduce((sum, { start, end }) => sum + end - start, 0)
  const isDisturbed = worked < undisturbed * taken
  const delay = isDisturbed ? Math.max(...blocks.map((block) => block.worked)) : longestDelay(server, span)
  return { delay, isDisturbed }
}

/** Tries sums one after another, until the server ends or the deadline passes. Calls `done` after each. */
export async function trySums(
  server: MeasuredServer,
  state: string,
  sums: Iterable<Sum> | AsyncIterable<Sum>,
  deadline: number,
  done: (tried: TriedSum) => void,
): Promise<TriedSum[]> {
  const all: TriedSum[] = []
  for await (const sum of sums) {
    if (performance.now() > deadline) {
      const late = { state, target: sum.target, caller: sum.caller, what: sum.what, delay: 0, requests: 0, statuses: new Map() }
      all.push({ ...late, broken: 'It was not tried: the time was over.' })
      done(all.at(-1) as TriedSum)
      break
    }
    const tried = await trySum(server, state, sum)
    all.push(tried)
    done(tried)
    if (tried.broken !== undefined) break
  }
  return all
}

export const isTooSlow = ({ delay, broken }: TriedSum): boolean => broken !== undefined || delay > allowed
export const hasCrashed = ({ statuses }: TriedSum): boolean => statuses.has(500)
