// Keeps the tokens of newly created sources until their page is left: the server doesn't return them again.

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
