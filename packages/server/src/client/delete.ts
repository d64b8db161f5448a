import { deleteTokensOf } from '../access-token/rows.ts'
import type { Deps } from '../deps.ts'
import { notifyTokensEnded } from '../notify.ts'
import { clientChanged, clientLock, deleteClientRow, someClientsOf } from './rows.ts'

/** The maximum number of clients that one call deletes. */
const slice = 50

/** Deletes OAuth clients of an account, with their tokens and grants. @returns whether more are left */
export async function deleteFor({ db, bus, jobs }: Pick<Deps, 'db' | 'bus' | 'jobs'>, owner: string): Promise<boolean> {
  const some = await someClientsOf(db, owner, slice)
  for (const { iden, client_id } of some) {
    const ended = await db.write(async (tx) => {
      await tx.lock(clientLock(client_id))
      await deleteClientRow(tx, iden)
      await jobs.add(tx, { type: clientChanged, key: iden, payload: { client: iden } })
      return deleteTokensOf(tx, { client_iden: iden })
    })
    notifyTokensEnded(bus, ended)
  }
  return some.length === slice
}
