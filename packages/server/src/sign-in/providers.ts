import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { Handler } from '../http/http.ts'
import type { Settings } from '../settings/settings.ts'
import { googleProvider } from './google.ts'
import { localProvider } from './local/local.ts'
import type { PasswordCost, PasswordDeps } from './local/passwords.ts'
import { ifLocal } from './local-off.ts'
import { openPasswordCallers, type PasswordCallers } from './password-callers.ts'
import type { Provider } from './provider.ts'
import { maySignUp } from './who-may-sign-up.ts'

interface Providers {
  /** In the order in which the sign-in page offers them. */
  list: readonly Provider[]
  calls: readonly Handler[]
  /** Finds people by their passwords, for programs that support nothing else. */
  passwordCallers: PasswordCallers
  /** Serves the pages to which providers redirect browsers. */
  serve(http: FastifyInstance): void
}

/** Opens every configured identity provider. */
export async function openProviders(
  deps: PasswordDeps & {
    config: Pick<Config, 'smtpUrl' | 'proveAddresses' | 'google' | 'oidc' | 'localSignIn'>
    settings: Settings
    passwordCost?: PasswordCost | undefined
  },
): Promise<Providers> {
  const { config, settings, db, rateLimits, origin } = deps
  const signUp = () => maySignUp(db, settings)
  const local = localProvider(deps)
  const google = config.google && googleProvider(config.google, signUp)
  const openid = await Promise.all(
    config.oidc.map(async (oidc) => {
      const { oidcProvider } = await import('./oidc/oidc.ts')
      return oidcProvider({ oidc, db, origin, signUp, rateLimit: rateLimits.exchange })
    }),
  )
  const others = [...(google ? [google] : []), ...openid]
  return {
    list: config.localSignIn === 'on' ? [...others, local] : others,
    calls: ifLocal(config, local.calls),
    passwordCallers: openPasswordCallers({ config, db }, local.prove),
    serve(http) {
      for (const provider of openid) provider.serve(http)
    },
  }
}
