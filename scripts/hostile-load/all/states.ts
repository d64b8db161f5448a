// The server states in which sums are tried. Each has its own server, whose resources are measured before and after.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../engines.ts'
import { step } from '../../prepare.mjs'
import { type Boxes, fillBoxes } from '../boxes.ts'
import { type MeasuredServer, startMeasured } from '../measured-server.ts'
import { isLast, targetsOf } from '../targets.ts'
import { type Outcome, type Result, tryAll } from '../trial.ts'
import { emptyBoxes, signUp } from './accounts.ts'
import { otherCallers, sparse, targetsOfCallers } from './callers.ts'
import { chunks } from './chunks.ts'
import { crowds } from './crowds.ts'
import { startHostileWeb } from './hostile-web.ts'
import { environmentOf, outside } from './outside.ts'
import { leaksOf, type Resources, resourcesOf, settledResources } from './resources.ts'
import { sequences } from './sequences.ts'
import { streams } from './streams.ts'
import { type Sum, type TriedSum, trySums } from './sums.ts'
import { sendTogether } from './together.ts'
import { uploads } from './uploads.ts'

/** The result of a state. */
export interface StateOutcome {
  state: string
  skipped?: string
  outcomes: Outcome[]
  sums: TriedSum[]
  callers: number
  before?: Resources
  after?: Resources
  leaks: string[]
}

export interface Report {
  result(result: Result): void
  sum(tried: TriedSum): void
}

interface Work {
  server: MeasuredServer
  origin: string
  found: StateOutcome
  deadline: number
  report: Report
}

async function inState(
  state: string,
  environment: Record<string, string>,
  deadline: number,
  report: Report,
  work: (work: Work) => Promise<void>,
): Promise<StateOutcome> {
  console.log(`\n${state}`)
  const found: StateOutcome = { state, outcomes: [], sums: [], callers: 1, leaks: [] }
  const folder = mkdtempSync(join(tmpdir(), 'waypost-hostile-load-'))
  const server = await startMeasured(join(folder, 'data'), environment)
  try {
    await work({ server, origin: `http://127.0.0.1:${server.port}`, found, deadline, report })
    if (found.before) {
      found.after = await settledResources(server, found.before)
      found.leaks = leaksOf(found.before, found.after)
    }
  } catch (error) {
    found.leaks.push((error as Error).message)
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  return found
}

const trySome = async ({ server, found, deadline, report }: Work, what: string, sums: Iterable<Sum> | AsyncIterable<Sum>) => {
  await step(`${what}...`, async () => {
    found.sums.push(...(await trySums(server, found.state, sums, deadline, report.sum)))
  })
}

async function filled(origin: string): Promise<Boxes> {
  let boxes: Boxes | undefined
  await step('Filling accounts...', async () => {
    boxes = await fillBoxes(origin)
  })
  return boxes as Boxes
}

/** Every input over full accounts, one after another, by every kind of caller. */
export function inputs(deadline: number, report: Report): Promise<StateOutcome> {
  return inState('Full accounts, one after another', {}, deadline, report, async ({ server, origin, found }) => {
    const boxes = await filled(origin)
    const targets = await targetsOf(origin, boxes)
    const callers = await otherCallers(origin, boxes)
    // Plus the owner and the administrator.
    found.callers = callers.length + 2
    found.before = await resourcesOf(server)
    server.watch()
    const lasting = targets.filter(({ name }) => !isLast(name))
    const destroying = targets.filter(({ name }) => isLast(name))
    for (const some of [lasting, await targetsOfCallers(origin, boxes, callers), destroying])
      found.outcomes.push(await tryAll(server, some, deadline, report.result))
  })
}

/** Requests that add up, over full accounts. */
export function sums(deadline: number, report: Report, earlier: readonly StateOutcome[]): Promise<StateOutcome> {
  return inState('Full accounts, what adds up', {}, deadline, report, async (work) => {
    const { server, origin, found } = work
    const boxes = await filled(origin)
    const lasting = (await targetsOf(origin, boxes)).filter(({ name }) => !isLast(name))
    const others = await Promise.all(Array.from({ length: 8 }, (_, index) => signUp(origin, `other-${index}@example.org`)))
    found.callers = 2
    found.before = await resourcesOf(server)
    server.watch()
    await trySome(work, 'Uploads, files, exports and backups', uploads(server.port, origin, boxes))
    await trySome(work, 'Streams', streams(server.port, origin, boxes))
    await trySome(work, 'Chunks and pieces of every size', chunks(server.port, boxes))
    const results = earlier.flatMap(({ outcomes }) => outcomes.flatMap((outcome) => outcome.results))
    await trySome(work, 'Fifty callers at once', crowds(server.port, lasting, results, others))
    await trySome(work, 'Two requests, then good ones', sequences(server.port, lasting))
  })
}

/** A server whose users make it send requests to malicious servers. */
export async function maliciousServers(deadline: number, report: Report): Promise<StateOutcome> {
  const web = await startHostileWeb()
  try {
    return await inState('Malicious servers outside', environmentOf(web), deadline, report, async (work) => {
      const { server, origin, found } = work
      const { full } = await emptyBoxes(origin)
      found.callers = 2
      found.before = await resourcesOf(server)
      server.watch()
      await trySome(work, 'Feeds, previews, push services, webhooks, email and sign-in', outside(origin, web, full))
    })
  } finally {
    await web.close()
  }
}

/** With rate limits on, and more requests than they allow. */
export function rateLimits(deadline: number, report: Report): Promise<StateOutcome> {
  return inState('Rate limits', { WAYPOST_RATE_LIMIT: 'on' }, deadline, report, async (work) => {
    const { server, origin, found } = work
    const boxes = await emptyBoxes(origin)
    const lasting = (await targetsOf(origin, boxes)).filter(({ name }) => !isLast(name))
    found.before = await resourcesOf(server)
    server.watch()
    function* floods(): Generator<Sum> {
      for (const target of lasting) {
        const [attack] = target.attacks()
        if (!attack) continue
        const all = Array.from({ length: 100 }, () => attack.request())
        yield { target: target.name, caller: 'a hundred times', what: attack.what, send: () => sendTogether(server.port, all) }
      }
    }
    await trySome(work, 'A hundred requests of each call', floods())
    const refused = found.sums.reduce((sum, { statuses }) => sum + (statuses.get(429) ?? 0), 0)
    if (refused === 0) found.leaks.push('Nothing was refused for its rate.')
  })
}

/** On PostgreSQL, with some of the inputs. */
export async function onPostgres(deadline: number, report: Report): Promise<StateOutcome> {
  const state = 'PostgreSQL'
  const engine = await startPostgres().catch((error: Error) => error)
  if (engine instanceof Error)
    return {
      state,
      skipped: `PostgreSQL cannot be started here: ${engine.message}`,
      outcomes: [],
      sums: [],
      callers: 0,
      leaks: [],
    }
  try {
    const environment = { WAYPOST_DATABASE_URL: engine.environment.WAYPOST_TEST_DATABASE_URL as string }
    return await inState(state, environment, deadline, report, async ({ server, origin, found }) => {
      const boxes = await filled(origin)
      const targets = await targetsOf(origin, boxes)
      found.callers = 2
      found.before = await resourcesOf(server)
      server.watch()
      found.outcomes.push(
        await tryAll(
          server,
          targets.map((target) => (isLast(target.name) ? target : sparse(target, 6))),
          deadline,
          report.result,
        ),
      )
    })
  } finally {
    await engine.stop()
  }
}
