// Reads where a session began.

import type { Reader } from '../db/db.ts'

/** Where a session began; undefined for another token. */
export const originOf = (reader: Reader, hash: string) =>
  reader.one<{ provider: string | null; id_token: string | null }>(
    'SELECT provider, id_token FROM access_token WHERE hash = $1',
    [hash],
  )
