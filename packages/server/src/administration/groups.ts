import { deleteSupportSessions } from '../access-token/rows.ts'
import { isLastAdministrator } from '../account/rows.ts'
import { audit } from '../audit/rows.ts'
import { microseconds } from '../change.ts'
import type { Reader, Writer } from '../db/db.ts'
import type { Deps } from '../deps.ts'
import { deletePlan, findPlan, savePlan } from '../plan/rows.ts'
import { givenByGroup, isCurrent, planByGroup } from '../plan/rules.ts'
import type { Consequence } from './acts.ts'
import { tell } from './consequences.ts'
import { findPerson, type PersonRow, saveAdmin } from './rows.ts'

type ApplyGroups = Deps['applyGroups']
type Groups = Parameters<ApplyGroups>[2]
type GroupAct = 'make-administrator' | 'unmake-administrator' | 'give-pro' | 'take-pro'

async function changesOf(reader: Reader, person: PersonRow, type: string, { admin, pro }: Groups): Promise<GroupAct[]> {
  const changes: GroupAct[] = []
  // A suspended person would not see the grant until the suspension ends.
  if (admin?.member && !person.admin && person.suspended === null) changes.push('make-administrator')
  if (admin?.member === false && person.admin && person.admin_by === type) changes.push('unmake-administrator')
  const plan = pro && (await findPlan(reader, person.iden))
  if (pro?.member && !isCurrent(plan, microseconds()) && person.suspended === null) changes.push('give-pro')
  if (pro?.member === false && givenByGroup(plan, type)) changes.push('take-pro')
  return changes
}

/**
 * Returns the function that applies groups at each sign-in. It revokes only rights that groups of the same provider gave, never those from
 * an administrator, a paid plan, or those of the last administrator.
 */
export function groupActs({ db, bus, log }: Pick<Deps, 'db' | 'bus' | 'log'>): ApplyGroups {
  return async (iden, type, groups) => {
    if ((await changesOf(db, await findPerson(db, iden), type, groups)).length === 0) return
    const ended = await db.write(async (tx) => {
      // Two administrators must not step down at the same time.
      await tx.lock('administrators')
      await tx.lockBoxes([iden])
      const person = await findPerson(tx, iden)
      const endedTokens: Exclude<Consequence['endedTokens'], 'all' | undefined> = []
      for (const act of await changesOf(tx, person, type, groups)) {
        if (act === 'unmake-administrator' && (await isLastAdministrator(tx, person))) {
          log.warn({ account: iden, provider: groups.provider }, 'The last administrator has left the group of administrators.')
          continue
        }
        await carryOut(tx, act, iden, type)
        if (act.endsWith('administrator')) endedTokens.push(...(await deleteSupportSessions(tx, iden)))
        const { group = '' } = (act.endsWith('administrator') ? groups.admin : groups.pro) ?? {}
        await audit(tx, { act, by: { provider: groups.provider }, about: person, ...(group !== '' && { details: { group } }) })
      }
      return endedTokens
    })
    tell(bus, { account: iden, endedTokens: ended })
  }
}

async function carryOut(tx: Writer, act: GroupAct, iden: string, type: string): Promise<void> {
  if (act === 'make-administrator' || act === 'unmake-administrator') {
    await saveAdmin(tx, iden, act === 'make-administrator', type)
    return
  }
  if (act === 'give-pro') {
    await savePlan(tx, planByGroup(iden, type, microseconds()))
    return
  }
  const plan = await findPlan(tx, iden)
  if (plan) await deletePlan(tx, plan)
}
