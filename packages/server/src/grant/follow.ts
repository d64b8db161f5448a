// Updates grants when their OAuth client is changed or deleted.

import { findAccount } from '../account/rows.ts'
import { clientChanged, findClient } from '../client/rows.ts'
import type { Deps } from '../deps.ts'
import { endGrant, grants, grantTo, saveGrant, someGrantsOf } from './rows.ts'

/** Boxes that one slice writes to. */
const slice = 50

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
