// Handles the calls on accounts: sign-in, connected identities, deletion, and sign-in by administrators.

import {
  addAccount,
  adminBecome,
  authenticate,
  deleteConnectedAccount,
  deleteMe,
  getMe,
  limits,
  listAccounts,
  listProviders,
  normalizeEmail,
  Refusal,
} from '@waypost/protocol'
import { endOldSessions, recordNewDevice } from '../access-token/rows.ts'
import { deviceOf } from '../access-token/rules.ts'
import { openSupportSession } from '../access-token/support-session.ts'
import { recordEvent } from '../audit/rows.ts'
import { microseconds } from '../change.ts'
import type { Deps } from '../deps.ts'
import { type Handler, handle } from '../http/http.ts'
import { throttle } from '../http/throttle.ts'
import { objectIden } from '../iden.ts'
import { requireElevation } from '../identity/factors/factors.ts'
import { identify } from '../identity/identity.ts'
import { keepWayIn, lockWaysIn } from '../identity/passkeys/ways-in.ts'
import { signIn } from '../identity/sign-in.ts'
import { type AccountChanged, accountSubject, notifyTokensEnded } from '../notify.ts'
import { filled, lists } from '../objects.ts'
import {
  anyAccount,
  anyOther,
  findAccount,
  findAccountByEmail,
  findLogin,
  keepAdministrator,
  loginObject,
  logins,
  loginsOf,
  removeAccount,
  saveLogin,
} from './rows.ts'

export function accountCalls(deps: Deps): Handler[] {
  const { applyGroups, config, db, bus, change, forget, jobs, log, providers, rateLimits, settings, showAccount } = deps
  const authentications = throttle(rateLimits.exchange)

  return [
    handle(authenticate, async ({ access_token, type, code, invite }, context) => {
      const { address, network } = context
      authentications.take(network)
      const device = await deviceOf(context)
      const begun = microseconds()
      const { account, token } = await signIn(deps, type, access_token, device, { code, address, invite })
      const ended = await db.write(async (tx) => {
        // The device of a new account is not worth telling.
        if (account.created < begun) await recordNewDevice(tx, account, device)
        return endOldSessions(tx, account.iden)
      })
      notifyTokensEnded(bus, ended)
      return { ...(await showAccount(account)), api_key: token }
    }),
    handle(getMe, async (_input, { caller: { account, support } }) => {
      if (support === null) return showAccount(account)
      const admin = await findAccount(db, support)
      return { ...(await showAccount(account)), opened_by: admin?.name ?? admin?.email ?? 'An administrator' }
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
      await requireElevation(db, caller)
      const identity = await identify(providers, type, access_token)
      const { email } = identity
      if (!email) throw new Refusal('email_missing')
      const owner = caller.account.iden
      const iden = objectIden(owner)
      return change([owner], async (tx) => {
        const login = await findLogin(tx, type, identity.subject)
        if (login && login.owner !== owner) throw new Refusal('account_taken')
        if (login) return loginObject(login)
        if ((await loginsOf(tx, owner)).length >= limits.identities)
          throw new Refusal('forbidden', `An account has at most ${limits.identities} ways to sign in. Remove one first.`)
        const { subject, name = null, image_url = null } = identity
        await recordEvent(tx, caller.account, 'identity-added', { provider: type, email })
        const fresh = { iden, owner, active: 1, created: 0, modified: 0, is_primary: 0 }
        return saveLogin(tx, { ...fresh, type, subject, email, name, image_url })
      })
    }),
    handle(deleteConnectedAccount, async ({ iden }, { caller }) => {
      const owner = caller.account.iden
      await requireElevation(db, caller)
      const provider = await change([owner], async (tx) => {
        await lockWaysIn(tx, owner)
        const login = await logins.find(tx, owner, iden)
        if (!login) throw new Refusal('not_found')
        if (login.is_primary) throw new Refusal('forbidden', 'The primary account cannot be disconnected.')
        if (!login.active) return undefined
        await recordEvent(tx, caller.account, 'identity-removed', filled({ provider: login.type, email: login.email }))
        const provider = providers.find(({ type }) => type === login.type)
        await forget(tx, login.type as string, login.subject as string)
        await saveLogin(tx, { ...login, active: 0, type: null, subject: null, email: null, name: null, image_url: null })
        await keepWayIn(tx, config, owner)
        return provider
      })
      // No sign-in at the provider would take back what its groups gave.
      const none = { group: '', member: false }
      if (provider)
        await applyGroups(owner, provider.type, { provider: (await provider.describe()).name, admin: none, pro: none })
      return {}
    }),

    handle(deleteMe, async (_input, { caller }) => {
      const { iden } = caller.account
      await requireElevation(db, caller)
      await db.write(async (tx) => {
        // The only person on a server may leave; the next one sets it up again. A sign-up meanwhile would make no administrator.
        await tx.lock('first account')
        if (await anyOther(tx, caller.account)) await keepAdministrator(tx, caller.account)
        await removeAccount(tx, caller.account, { jobs, forget })
      })
      bus.publish(accountSubject, { account: iden, endedTokens: 'all' } satisfies AccountChanged)
      return {}
    }),

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
