// Lets a sign-in to an account with one-time codes wait for a code. The token of the provider, which starts it, also finishes it.

import { Refusal } from '@waypost/protocol'
import type { Db, Writer } from '../../db/db.ts'
import { hashToken } from '../../tokens.ts'
import type { Factors } from './factors.ts'
import { countTry, deleteStep, findStep } from './rows.ts'

export { insertStep as waitForCode } from './rows.ts'

/** The input of the second step of a sign-in. */
export interface SecondStep {
  code: string | undefined
  address: string
}

/** The key under which a sign-in waits. */
export const stepKey = (type: string, accessToken: string): string => hashToken(`${type} ${accessToken}`)

/**
 * Finishes a sign-in that waits for a code.
 * @param open opens the session of an identity
 * @returns undefined if none waits
 * @throws Refusal `code_needed`, `code_wrong`, `ratelimited`, and `sign_in_failed` when it may not go on
 */
export async function takeStep<T>(
  { db, factors }: { db: Db; factors: Factors },
  key: string,
  { code, address }: SecondStep,
  open: (tx: Writer, identity: { subject: string; id_token: string | null }) => Promise<T | undefined>,
): Promise<T | undefined> {
  const waiting = await findStep(db, key)
  if (!waiting) return undefined
  if (code === undefined) throw new Refusal('code_needed', undefined, { param: 'code' })
  return factors.withCode(
    waiting.account,
    { code, address },
    async (tx) => {
      await deleteStep(tx, key)
      const opened = await open(tx, waiting)
      // The identity was removed from the account in the meantime.
      if (opened === undefined) throw noLongerValid()
      return opened
    },
    async (tx) => {
      if (!(await countTry(tx, key))) throw noLongerValid()
    },
  )
}

const noLongerValid = () => new Refusal('sign_in_failed', 'This sign-in is no longer valid. Start it again.')
