// Opens the identity providers that the settings name.

import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { Handler } from '../http/http.ts'
import type { Settings } from '../settings/settings.ts'
import { googleProvider } from './google.ts'
import { maySignUp, type Provider } from './identity.ts'
import { localProvider } from './local.ts'
import { oidcProvider } from './oidc.ts'
import type { PasswordCost, PasswordDeps } from './passwords.ts'

interface Providers {
  /** In the order in which the sign-in page offers them. */
  list: readonly Provider[]
  calls: readonly Handler[]
  /** Serves the pages that providers send browsers to. */
  serve(http: FastifyInstance): void
}

/** Opens every configured identity provider; the built-in one always is. */
export function openProviders(
  deps: PasswordDeps & {
    config: Pick<Config, 'smtpUrl' | 'proveAddresses' | 'google' | 'oidc'>
    settings: Settings
    passwordCost?: PasswordCost | undefined
  },
): Providers {
  const { config, settings, db, rateLimits, origin } = deps
  const signUp = () => maySignUp(db, settings)
  const local = localProvider(deps)
  const google = config.google && googleProvider(config.google, signUp)
  const oidc = config.oidc && oidcProvider({ oidc: config.oidc, db, origin, signUp, rateLimit: rateLimits.exchange })
  return {
    list: [google, oidc, local].filter((provider) => provider !== undefined),
    calls: local.calls,
    serve: (http) => oidc?.serve(http),
  }
}
