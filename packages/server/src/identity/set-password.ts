// Handles the call that sets a first password, for people who sign in with a passkey or another provider.

import { hash, type Options } from '@node-rs/argon2'
import { Refusal, setPassword } from '@waypost/protocol'
import { type Account, findLogin, saveLogin } from '../account/rows.ts'
import { recordEvent } from '../audit/rows.ts'
import type { Bus } from '../bus/bus.ts'
import type { Change, MakeChange } from '../change.ts'
import type { Db } from '../db/db.ts'
import { type Handler, handle } from '../http/http.ts'
import { objectIden } from '../iden.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { notifyAccountChanged } from '../notify.ts'
import { localIdentityOf, requireElevation } from './factors/factors.ts'
import { tellOwner } from './factors/remove.ts'
import { checkPassword } from './password-strength.ts'
import { deleteLocalIdentity, insertLocalIdentity, savePasswordHash } from './rows.ts'

interface SetPasswordDeps {
  db: Db
  bus: Bus
  change: MakeChange
  jobs: Jobs
  /** The origin of this server for browsers. */
  origin(): string
}

/** @param cost of hashing the password */
export function setPasswordCall(deps: SetPasswordDeps, cost: Pick<Options, 'memoryCost' | 'timeCost'>): Handler {
  const { db, bus, change, jobs, origin } = deps

  return handle(setPassword, async ({ new_password }, { caller }) => {
    await requireElevation(db, caller)
    const { account } = caller
    await checkPassword(new_password, account, 'new_password')
    const passwordHash = await hash(new_password, cost)
    await change([account.iden], async (tx) => {
      await tx.lock(`password of ${account.iden}`)
      const person = await localIdentityOf(tx, account)
      if (person?.password_hash) throw new Refusal('forbidden', 'This account has a password already. Change it instead.')
      if (person) await savePasswordHash(tx, person.email_normalized, passwordHash)
      else await addIdentity(tx, account, passwordHash)
      await tellOwner({ jobs, origin: origin() }, tx, account, 'password-set')
      await recordEvent(tx, account, 'set-password')
    })
    notifyAccountChanged(bus, account.iden)
    return {}
  })
}

/** Adds an identity of the built-in provider to an account that has none. @throws Refusal `email_taken` */
async function addIdentity(tx: Change, account: Account, password_hash: string): Promise<void> {
  const { iden: owner, email, email_normalized, name } = account
  if (await findLogin(tx, 'local', email_normalized)) throw new Refusal('email_taken')
  // An identity without an account is a sign-up of someone else that was never finished: the address belongs to this account.
  await deleteLocalIdentity(tx, email_normalized)
  await insertLocalIdentity(tx, { email_normalized, email, password_hash, name, proven: account.email_proven, invited: 0 })
  const login = { iden: objectIden(owner), owner, active: 1, created: 0, modified: 0, is_primary: 0 }
  await saveLogin(tx, { ...login, type: 'local', subject: email_normalized, email, name, image_url: account.image_url })
}
