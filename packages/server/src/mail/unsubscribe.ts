import { normalizeEmail } from '@waypost/protocol'
import type { Writer } from '../db/db.ts'
import { randomKey } from '../tokens.ts'
import type { UnsubscribeLinks } from './mail.ts'
import { addMailAddress } from './rows.ts'

/** The links for an email to an address without an account. */
export async function unsubscribeLinks(tx: Writer, to: string, origin: string): Promise<UnsubscribeLinks> {
  const { token } = await addMailAddress(tx, normalizeEmail(to), randomKey())
  return { page: `${origin}/unsubscribed?token=${token}`, oneClick: `${origin}/v3/unsubscribe/${token}` }
}

/** The last lines of an email to a person without an account. */
export const unsubscribeLines = ({ page }: UnsubscribeLinks): string[] => [
  'To get no more emails from this server, open this:',
  page,
]
