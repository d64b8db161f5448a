// Finds a source from what the user, or an assistant, called it.

import type { Session } from '@waypost/client'
import { listSources } from '@waypost/protocol'
import { normalized } from '../../terminal/suggestions.ts'
import { UserError } from '../../user-error.ts'

/** The iden of an own source, by its topic or its name in any case; nobody sends to one that another person shares. @throws UserError */
export async function ownSource(session: Session, named: string): Promise<string> {
  const { sources } = await session.call(listSources, { active_only: true })
  const own = sources.filter(({ shared_by }) => shared_by === undefined)
  const found = own.find(({ topic }) => topic === named) ?? own.find(({ name }) => normalized(name ?? '') === normalized(named))
  if (found) return found.iden
  throw new UserError(`There is no source called "${named}". Your sources: ${own.map(({ name }) => name).join(', ') || 'none'}.`)
}
