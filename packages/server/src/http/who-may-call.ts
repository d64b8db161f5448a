import { type Call, permits, Refusal } from '@waypost/protocol'
import type { Caller } from '../caller.ts'

/** @throws Refusal `forbidden`, with a sentence about what the caller lacks */
export function requireRight(call: Call, caller: Caller): void {
  if (call.who !== 'account') requireOwner(call, caller)
  if (!permits(caller.scopes, call)) throw new Refusal('forbidden', missingScope(call))
  if (call.scope === 'admin' && !caller.account.admin) throw new Refusal('forbidden', 'Only administrators may do this.')
}

/** @throws Refusal `forbidden` for an app's token, for a program's token where a session is required, and for a support session */
function requireOwner({ who, method }: Call, { client, session, support }: Caller): void {
  if (client !== null) throw new Refusal('forbidden', 'An app may not do this for its user.')
  if (who === 'session' && !session) throw new Refusal('forbidden', notForPrograms)
  if (method !== 'GET' && support !== null) throw new Refusal('forbidden', notForSupport)
}

/** A support session ends by itself: it may not leave a token, password or other way in behind, nor delete the account. */
const notForSupport = 'Only the owner of this account may do this, not an administrator who is signed in for support.'

/** A token for a program ends with its grant: it may not leave a token, session or other way in behind. */
export const notForPrograms = 'A token for programs may not do this. Sign in to Waypost and do it there.'

function missingScope({ scope = 'everything' }: Call): string {
  return scope === 'any' ? 'This token may only send pushes.' : `This token lacks the scope '${scope}'.`
}
