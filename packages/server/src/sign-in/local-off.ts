// Refuses passwords and passkeys on a server where people only sign in with other providers.

import { Refusal } from '@waypost/protocol'
import type { Config } from '../config.ts'
import type { Handler } from '../http/http.ts'

export type LocalSetting = Pick<Config, 'localSignIn'>

/** The handlers of calls on passwords and passkeys, which refuse if local sign-in is off. */
export const ifLocal = ({ localSignIn }: LocalSetting, handlers: Handler[]): Handler[] =>
  localSignIn === 'on' ? handlers : handlers.map(({ call }) => ({ call, run: () => Promise.reject(new Refusal('local_off')) }))

/** @throws Refusal `local_off` */
export function requireLocal({ localSignIn }: LocalSetting): void {
  if (localSignIn === 'off') throw new Refusal('local_off')
}
