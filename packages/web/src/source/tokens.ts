// Keeps the tokens of sources that were just made, until their page is left: the server does not tell them again.

import type { SourceWithTokens } from '@waypost/protocol'
import { atom } from 'nanostores'

export type SourceTokens = Pick<SourceWithTokens, 'ntfy_token' | 'gotify_token'>

/** By the iden of the source. */
export const $tokens = atom<ReadonlyMap<string, SourceTokens>>(new Map())

export function keepTokens({ iden, ntfy_token, gotify_token }: SourceWithTokens): void {
  $tokens.set(new Map($tokens.get()).set(iden, { ntfy_token, gotify_token }))
}

export function forgetTokens(iden: string): void {
  const kept = new Map($tokens.get())
  if (kept.delete(iden)) $tokens.set(kept)
}
