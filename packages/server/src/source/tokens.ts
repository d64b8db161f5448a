import type { Reader } from '../db/db.ts'
import { hashToken, randomLetters } from '../tokens.ts'
import { findSourceByToken, type SourceRow } from './rows.ts'

/** The tokens of a source, which are shown once. */
interface SourceTokens {
  ntfy_token: string
  gotify_token: string
}

const lowerCase = 'abcdefghijklmnopqrstuvwxyz0123456789'
const ofGotify = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-_'

/** A token in ntfy's format: `tk_` and 29 lower-case letters and digits (149 bits). */
export const ntfyToken = () => `tk_${randomLetters(29, lowerCase)}`

/** A token in Gotify's format: a letter for its kind, and 14 characters (84 bits). */
export const gotifyToken = (kind: 'A' | 'C') => `${kind}${randomLetters(14, ofGotify)}`

/** New tokens, and the columns that identify them. */
export function newTokens(): { shown: SourceTokens; stored: Pick<SourceRow, 'ntfy_token' | 'gotify_token'> } {
  const shown = { ntfy_token: ntfyToken(), gotify_token: gotifyToken('A') }
  return { shown, stored: { ntfy_token: hashToken(shown.ntfy_token), gotify_token: hashToken(shown.gotify_token) } }
}

/** The source that a token may write to; undefined for any other text. */
export async function sourceOfToken(reader: Reader, token: string): Promise<SourceRow | undefined> {
  if (token.length === 32 && token.startsWith('tk_')) return findSourceByToken(reader, hashToken(token), 'ntfy_token')
  if (token.length === 15 && token.startsWith('A')) return findSourceByToken(reader, hashToken(token), 'gotify_token')
  return undefined
}
