// Tells whether the account has a password.

import type { Session } from '@waypost/client'
import { getFactors } from '@waypost/protocol'
import { isFailure, useLoaded } from '../../../page/topics/use-loaded.ts'

const load = (session: Session) => session.call(getFactors, {})

/** Whether the account has a password; undefined until that is known. */
export function useHasPassword(): boolean | undefined {
  const [factors] = useLoaded(load)
  return factors === undefined || isFailure(factors) ? undefined : factors.password
}
