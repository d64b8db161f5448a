import type { AccountStep, ChangedAccountRef } from '../account/lifecycle.ts'
import { findAccount } from '../account/rows.ts'
import { clientChanged, findClient, someClientsOf } from '../client/rows.ts'
import type { Deps } from '../deps.ts'
import { endGrant, grants, grantTo, saveGrant, someGrantsOf } from './rows.ts'

const slice = 50

/** The maximum number of a developer's clients whose grants are updated; an account registers few. */
const mostClients = 1_000

/** Returns the step that updates the grants of a developer's clients, which show the developer's address. */
export function followDevelopers({ db, jobs }: Deps): AccountStep<ChangedAccountRef> {
  return async ({ iden, before }) => {
    if (before === undefined) return false
    const clients = await someClientsOf(db, iden, mostClients)
    await db.write(async (tx) => {
      for (const { iden: client } of clients) await jobs.add(tx, { type: clientChanged, key: client, payload: { client } })
    })
    return false
  }
}

interface Changed {
  client: string
  /** The last owner whose grant is up to date. */
  after?: string
}

/** Registers the job that updates the grants of a changed client and ends those of a deleted one. */
export function followClients({ db, change, jobs }: Deps): void {
  jobs.handle<Changed>(clientChanged, async ({ client: iden, after = '' }) => {
    const some = await someGrantsOf(db, iden, after, slice)
    if (some.length === 0) return undefined
    const owners = some.map(({ owner }) => owner)
    await change(owners, async (tx) => {
      const client = await findClient(tx, iden)
      const developer = client && (await findAccount(tx, client.owner))
      for (const { owner, iden: grantIden } of some) {
        const grant = await grants.find(tx, owner, grantIden)
        if (!grant?.active) continue
        if (client) await saveGrant(tx, grantTo(grant, client, developer?.email ?? null))
        else await endGrant(tx, grant)
      }
    })
    return { again: { client: iden, after: owners.at(-1) as string } }
  })
}
