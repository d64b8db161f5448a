import { createGatewayCode, gatewayCodeMilliseconds, gatewayPhonesPerAccount, Refusal } from '@waypost/protocol'
import { type Micros, microseconds, toSeconds } from '../change.ts'
import type { Writer } from '../db/db.ts'
import type { Deps } from '../deps.ts'
import { type Handler, handle } from '../http/http.ts'
import { hashToken, randomCode, randomLetters } from '../tokens.ts'
import { codeOfOwner, phonesOfOwner, saveCode } from './rows.ts'

/** Letters and digits that can't be confused when typed. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const wordLength = 6

/** The path of the app's address, followed by an account's word. */
export const gatewayPath = '/v3/sms/'

export function gatewayCalls({ db, origin }: Deps): Handler[] {
  return [
    handle(createGatewayCode, async (_input, { caller: { account } }) => {
      const { code, word, expires } = await db.write((tx) => newCode(tx, account.iden))
      return { address: origin() + gatewayPath + word, code, expires: toSeconds(expires) }
    }),
  ]
}

/** Creates a code that registers one phone, replacing the previous code. @throws Refusal `forbidden` if there are enough phones */
export async function newCode(tx: Writer, owner: string): Promise<{ code: string; word: string; expires: Micros }> {
  await tx.lockBoxes([owner])
  if ((await phonesOfOwner(tx, owner)).length >= gatewayPhonesPerAccount)
    throw new Refusal('forbidden', `An account has at most ${gatewayPhonesPerAccount} phones with SMS Gateway. Remove one first.`)
  // Registered phones keep their address.
  const word = (await codeOfOwner(tx, owner))?.word ?? randomLetters(wordLength, alphabet)
  const code = randomCode()
  const expires = (microseconds() + gatewayCodeMilliseconds * 1_000) as Micros
  await saveCode(tx, { owner, word, code: hashToken(code), expires, wrong: 0 })
  return { code, word, expires }
}
