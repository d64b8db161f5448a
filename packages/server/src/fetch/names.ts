// Resolves the names of hosts that the server fetches from.

import { type LookupAddress, lookup } from 'node:dns'
import { Resolver } from 'node:dns/promises'

/** The addresses of a name. */
export type Resolve = (name: string) => Promise<LookupAddress[]>

/**
 * Asks the name servers of this machine, and nothing else: neither its hosts file nor its search domains, in which a short name could mean a
 * neighbour. Names that time out do not block other work, as they would in the thread pool that `lookup` uses.
 */
export function publicNames(servers?: readonly string[]): Resolve {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 })
  if (servers) resolver.setServers(servers)
  return async (name) => {
    const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const found = [
      ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
      ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
    ]
    if (found.length === 0 && four.status === 'rejected') throw four.reason
    return found
  }
}

/** Resolves a name like other programs on this machine. */
export const machineNames: Resolve = (name) =>
  new Promise((keep, fail) => lookup(name, { all: true }, (error, found) => (error ? fail(error) : keep(found))))
