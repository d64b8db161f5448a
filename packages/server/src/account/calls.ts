import { authenticate, createAccessToken, deleteAllAccessTokens, getMe, listProviders } from '@waypost/protocol'
import type { Parts } from '../app.ts'
import { type Answer, answer } from '../http.ts'
import { signIn } from '../identity/identity.ts'
import { accountObject, deleteTokens, insertToken } from './rows.ts'
import { type AccountChanged, accountSubject } from './session.ts'

export function accountCalls({ db, bus, providers, config }: Parts): Answer[] {
  return [
    answer(authenticate, async ({ access_token, type }) => {
      const { account, token } = await signIn({ db, providers, signUp: config.signUp }, type, access_token)
      return { ...accountObject(account), api_key: token }
    }),
    answer(getMe, async (_input, { caller }) => accountObject(caller.account)),
    answer(createAccessToken, async (_input, { caller }) => ({
      access_token: await db.write((tx) => insertToken(tx, caller.account.iden)),
    })),
    answer(deleteAllAccessTokens, async (_input, { caller }) => {
      await db.write((tx) => deleteTokens(tx, caller.account.iden))
      bus.publish(accountSubject, { account: caller.account.iden, endedTokens: 'all' } satisfies AccountChanged)
      return {}
    }),
    answer(listProviders, async () => ({ providers: await Promise.all(providers.map((provider) => provider.describe())) })),
  ]
}
