import type { Session } from '@waypost/client'
import { listSources } from '@waypost/protocol'
import { normalized } from '../../terminal/suggestions.ts'
import { UserError } from '../../user-error.ts'

/**
 * The iden of the account's own source, by topic or by name in any case; nobody can send to a source shared by another person.
 * @throws UserError
 */
export async function ownSource(session: Session, named: string): Promise<string> {
  const { sources } = await session.call(listSources, { active_only: true })
  const own = sources.filter(({ shared_by }) => shared_by === undefined)
  const found = own.find(({ topic }) => topic === named) ?? own.find(({ name }) => normalized(name ?? '') === normalized(named))
  if (found) return found.iden
  throw new UserError(`There is no source called "${named}". Your sources: ${own.map(({ name }) => name).join(', ') || 'none'}.`)
}
