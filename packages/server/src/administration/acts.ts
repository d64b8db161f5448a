// What administrators do to people, by a call or on the command line: each act is one write, with its entry in the audit log.

import { type AuditAct, Refusal } from '@waypost/protocol'
import { deleteSessions, deleteSupportSessions, type EndedToken } from '../access-token/rows.ts'
import { keepAdministrator } from '../account/rows.ts'
import { audit } from '../audit/rows.ts'
import type { Caller } from '../caller.ts'
import { microseconds } from '../change.ts'
import type { Writer } from '../db/db.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { resumeOutgoingWebhooks } from '../outgoing-webhook/resume.ts'
import { deletePlan, findStanding, savePlan } from '../plan/rows.ts'
import { givenPlan, hasPro, isCurrent, planGiven } from '../plan/rules.ts'
import type { ServerSettings } from '../settings/rules.ts'
import { removeAccount } from '../sign-in/delete-account.ts'
import { findPerson, type PersonRow, saveAdmin, saveStorageLimit, saveSuspended } from './rows.ts'

/** A person at the command line of the server's machine may do everything. */
type Actor = Caller | 'command line'

/** What servers must learn of an act: which tokens ended, or only that the account changed. */
export interface Consequence {
  account: string
  endedTokens?: 'all' | EndedToken[]
}

type ActDeps = { jobs: Pick<Jobs, 'add'>; settings: Pick<ServerSettings, 'plans'> }

type Act = (tx: Writer, person: PersonRow, deps: ActDeps) => Promise<Consequence['endedTokens']>

/** Every act by its name in the audit log. */
const acts = {
  async suspend(tx, { iden, admin, suspended }) {
    if (admin) throw new Refusal('forbidden', 'An administrator cannot be suspended. Remove their administrator role first.')
    if (suspended === null) await saveSuspended(tx, iden, microseconds())
    // The tokens stay and work again when the suspension ends; support sessions end for good.
    await deleteSupportSessions(tx, iden)
    return 'all'
  },
  async unsuspend(tx, { iden, suspended }) {
    await saveSuspended(tx, iden, null)
    if (suspended !== null) await resumeOutgoingWebhooks(tx, iden, suspended)
    return undefined
  },
  async 'make-administrator'(tx, { iden, suspended }) {
    if (suspended !== null) throw new Refusal('forbidden', 'This person is suspended. End the suspension first.')
    await saveAdmin(tx, iden, true)
    // A support session of this account would become an administrator's.
    return deleteSupportSessions(tx, iden)
  },
  async 'unmake-administrator'(tx, person) {
    await keepAdministrator(tx, person)
    await saveAdmin(tx, person.iden, false)
    return deleteSupportSessions(tx, person.iden)
  },
  async 'give-pro'(tx, { iden }, { settings }) {
    await tx.lockBoxes([iden])
    const now = microseconds()
    if (hasPro(settings, await findStanding(tx, iden), now)) throw new Refusal('already_pro', 'This person has Pro already.')
    await savePlan(tx, planGiven(iden, now))
    return undefined
  },
  async 'take-pro'(tx, { iden }) {
    await tx.lockBoxes([iden])
    const { plan } = await findStanding(tx, iden)
    if (plan?.provider !== givenPlan) throw new Refusal('not_pro', isCurrent(plan, microseconds()) ? paid : notGiven)
    await deletePlan(tx, plan)
    return undefined
  },
  async 'end-sessions'(tx, { iden }) {
    return deleteSessions(tx, iden)
  },
  async delete(tx, person, deps) {
    if (person.admin) throw new Refusal('forbidden', 'An administrator cannot be deleted. Remove their administrator role first.')
    await removeAccount(tx, person, deps.jobs)
    return 'all'
  },
} satisfies Partial<Record<AuditAct, Act>>

export type PersonAct = keyof typeof acts

/** The acts that change who is an administrator. */
const ofAdministrators: readonly PersonAct[] = ['make-administrator', 'unmake-administrator']

/**
 * Carries out an act on a person, records it, and returns what to tell servers once the write is committed.
 * @throws Refusal if the act is not allowed; also `forbidden` for a token with only the scope `admin` that would gain more by it
 */
export async function act(tx: Writer, name: PersonAct, by: Actor, iden: string, deps: ActDeps): Promise<Consequence> {
  const person = await findPerson(tx, iden)
  checkMay(by, person, ofAdministrators.includes(name))
  const work: Act = acts[name]
  const endedTokens = await work(tx, person, deps)
  const details = Array.isArray(endedTokens) && name === 'end-sessions' ? { details: { ended: endedTokens.length } } : {}
  await audit(tx, { act: name, by: accountOf(by), about: person, ...details })
  return { account: iden, ...(endedTokens && { endedTokens }) }
}

/**
 * Overrides the storage limit of one account's plan, and records it.
 * @param bytes null restores the limit of the plan
 * @throws Refusal as `act`
 */
export async function limitStorage(tx: Writer, by: Actor, iden: string, bytes: number | null): Promise<Consequence> {
  const person = await findPerson(tx, iden)
  checkMay(by, person, false)
  await saveStorageLimit(tx, iden, bytes)
  await audit(tx, { act: 'storage-limit', by: accountOf(by), about: person, details: { bytes: bytes ?? 'default' } })
  return { account: iden }
}

/** @throws Refusal `forbidden` for a token with only the scope `admin` that would change an administrator, or who is one */
function checkMay(by: Actor, { admin }: PersonRow, decidesWhoIs: boolean): void {
  const limited = by !== 'command line' && !by.scopes.includes('everything')
  if (limited && (admin || decidesWhoIs))
    throw new Refusal('forbidden', "This token lacks the scope 'everything', which changes administrators.")
}

const accountOf = (by: Actor) => (by === 'command line' ? by : by.account)

const paid = 'This person pays for Pro. It ends when they cancel it.'
const notGiven = 'No administrator gave this person Pro.'
