// Handles the calls that show an account and change its name and picture.

import { getMe, Refusal, type Taken, updateMe } from '@waypost/protocol'
import { microseconds } from '../change.ts'
import type { Deps } from '../deps.ts'
import { type Handler, handle } from '../http/http.ts'
import { notifyProfileChanged } from '../notify.ts'
import { accountChanged, type ChangedAccountRef } from './lifecycle.ts'
import { type Account, findAccount, loginsOf, saveLogin, saveProfile } from './rows.ts'

export function accountCalls({ bus, change, db, jobs, showAccount }: Deps): Handler[] {
  return [
    handle(getMe, async (_input, { caller: { account, support } }) => {
      if (support === null) return showAccount(account)
      const admin = await findAccount(db, support)
      return { ...(await showAccount(account)), opened_by: admin?.name ?? admin?.email ?? 'An administrator' }
    }),
    handle(updateMe, async (fields, { caller }) => {
      const { iden } = caller.account
      const account = await change([iden], async (tx) => {
        const before = await findAccount(tx, iden)
        if (!before) throw new Refusal('invalid_access_token')
        const wanted = withProfile(before, fields)
        if (wanted.name === before.name && wanted.image_url === before.image_url) return before
        const { name, image_url } = wanted
        for (const login of await loginsOf(tx, iden))
          if (login.type === 'local') await saveLogin(tx, { ...login, name, image_url })
        const ref: ChangedAccountRef = { iden, email_normalized: before.email_normalized }
        await jobs.add(tx, { type: accountChanged, key: iden, payload: ref })
        return saveProfile(tx, { ...wanted, modified: microseconds() })
      })
      notifyProfileChanged(bus, iden)
      return showAccount(account)
    }),
  ]
}

/** Applies a new name or picture; an empty string clears either. @throws Refusal `invalid_param` */
function withProfile(account: Account, { name, image_url }: Taken<typeof updateMe>): Account {
  if (image_url && !isWebAddress(image_url)) throw Refusal.param('image_url')
  return {
    ...account,
    ...(name !== undefined && { name: name || null }),
    ...(image_url !== undefined && { image_url: image_url || null }),
  }
}

/** Other people's pages show it as a picture. */
function isWebAddress(address: string): boolean {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return false
  const { username, password } = new URL(address)
  return username === '' && password === ''
}
