// Handles the calls that sign in, connect identities, and let administrators sign in for support.

import {
  addAccount,
  adminBecome,
  authenticate,
  deleteConnectedAccount,
  listAccounts,
  listProviders,
  normalizeEmail,
  Refusal,
} from '@waypost/protocol'
import { deviceOf } from '../access-token/requesting-device.ts'
import { endOldSessions, recordNewDevice } from '../access-token/rows.ts'
import { openSupportSession } from '../access-token/support-session.ts'
import {
  anyAccount,
  endLogin,
  findAccount,
  findAccountByEmail,
  findLogin,
  loginObject,
  logins,
  loginsOf,
  saveLogin,
} from '../account/rows.ts'
import { recordEvent } from '../audit/rows.ts'
import { microseconds } from '../change.ts'
import type { Deps } from '../deps.ts'
import { type Handler, handle } from '../http/http.ts'
import { throttle } from '../http/rate-limits.ts'
import { objectIden } from '../iden.ts'
import { notifyTokensEnded } from '../notify.ts'
import { filled, lists } from '../objects.ts'
import { deleteAccountCall, forgetIdentity } from './delete-account.ts'
import { keepWayIn, lockWaysIn } from './last-way-in.ts'
import { identify } from './provider.ts'
import { signIn } from './sign-in.ts'

const identitiesPerAccount = 50

export function signInCalls(deps: Deps): Handler[] {
  const { applyGroups, config, db, bus, change, log, providers, rateLimits, settings, showAccount } = deps
  const authentications = throttle(rateLimits.exchange)

  return [
    handle(authenticate, async ({ access_token, type, code, invite }, context) => {
      const { address, network } = context
      authentications.take(network)
      const device = await deviceOf(context)
      const begun = microseconds()
      const { account, token } = await signIn(deps, type, access_token, device, { code, address, invite })
      const ended = await db.write(async (tx) => {
        // The device of a new account need not be reported.
        if (account.created < begun) await recordNewDevice(tx, account, device)
        return endOldSessions(tx, account.iden)
      })
      notifyTokensEnded(bus, ended)
      return { ...(await showAccount(account)), api_key: token }
    }),
    handle(listProviders, async () => {
      const any = await anyAccount(db)
      const by_invitation = settings.now.signUp === 'invite' && any
      const setup = settings.now.setup && !any
      const described = await Promise.all(providers.map((provider) => provider.describe()))
      return { providers: described.map((provider) => ({ ...provider, ...filled({ by_invitation, setup }) })) }
    }),

    handle(listAccounts, async (query, { caller }) => {
      const { rows, cursor } = await logins.list(db, caller.account.iden, query)
      return lists({ accounts: rows.map(loginObject) }, cursor)
    }),
    handle(addAccount, async ({ access_token, type }, { caller, network }) => {
      authentications.take(network)
      const identity = await identify(providers, type, access_token)
      const { email } = identity
      if (!email) throw new Refusal('email_missing')
      const owner = caller.account.iden
      const iden = objectIden(owner)
      return change([owner], async (tx) => {
        const login = await findLogin(tx, type, identity.subject)
        if (login && login.owner !== owner) throw new Refusal('account_taken')
        if (login) return loginObject(login)
        if ((await loginsOf(tx, owner)).length >= identitiesPerAccount)
          throw new Refusal('forbidden', `An account has at most ${identitiesPerAccount} ways to sign in. Remove one first.`)
        const { subject, name = null, image_url = null } = identity
        await recordEvent(tx, caller.account, 'identity-added', { provider: type, email })
        const fresh = { iden, owner, active: 1, created: 0, modified: 0, is_primary: 0 }
        return saveLogin(tx, { ...fresh, type, subject, email, name, image_url })
      })
    }),
    handle(deleteConnectedAccount, async ({ iden }, { caller }) => {
      const owner = caller.account.iden
      const provider = await change([owner], async (tx) => {
        await lockWaysIn(tx, owner)
        const login = await logins.find(tx, owner, iden)
        if (!login) throw new Refusal('not_found')
        if (login.is_primary) throw new Refusal('forbidden', 'The primary account cannot be disconnected.')
        if (!login.active) return undefined
        await recordEvent(tx, caller.account, 'identity-removed', filled({ provider: login.type, email: login.email }))
        const provider = providers.find(({ type }) => type === login.type)
        await forgetIdentity(tx, login.type, login.subject)
        await endLogin(tx, login)
        await keepWayIn(tx, config, owner)
        return provider
      })
      // No further sign-in at the provider would revoke the rights from its groups.
      const none = { group: '', member: false }
      if (provider)
        await applyGroups(owner, provider.type, { provider: (await provider.describe()).name, admin: none, pro: none })
      return {}
    }),

    deleteAccountCall(deps),
    handle(adminBecome, async ({ email, iden }, context) => {
      const admin = context.caller.account
      const account = await (email ? findAccountByEmail(db, normalizeEmail(email)) : findAccount(db, iden ?? ''))
      if (!account) throw new Refusal('not_found')
      const device = await deviceOf(context)
      const access_token = await db.write((tx) => openSupportSession(tx, admin, account, device))
      log.warn({ admin: admin.iden, account: account.iden }, 'An administrator took a token of an account.')
      return { access_token }
    }),
  ]
}
