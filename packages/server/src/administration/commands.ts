import { rowsPerAdministrationPage } from '@waypost/protocol'
import { listAudit } from '../audit/rows.ts'
import type { AdminCommandDeps } from '../deps.ts'

/** A command of `npm start -- admin`. */
export interface AdminCommand {
  /** Its arguments, e.g. `EMAIL [DAYS]`; the bracketed ones are optional. */
  takes: string
  does: string
  /**
   * Returns what to print. The server may be running: jobs tell it to refresh its caches.
   * @param words the arguments, as many as `takes` says
   */
  run(words: readonly string[], deps: AdminCommandDeps): Promise<string>
}

export const auditCommands: Record<string, AdminCommand> = {
  audit: {
    takes: '[EMAIL]',
    does: `Prints the last ${rowsPerAdministrationPage} acts of administrators; for a part of an address, the security events of that person too.`,
    async run([search], { db }) {
      const { entries } = await listAudit(db, { search, ...(search === undefined && { kind: 'administrators' }) })
      if (entries.length === 0) return 'Nothing is recorded.'
      const lines = entries.map(({ created, own, by = own ? 'the person' : 'command line', act, about, details }) =>
        [
          new Date(created * 1_000).toISOString(),
          by,
          act,
          about,
          ...Object.entries(details ?? {}).map(([name, value]) => `${name}=${value}`),
        ]
          .filter((word) => word !== undefined)
          .join('  '),
      )
      return lines.join('\n')
    },
  },
}
