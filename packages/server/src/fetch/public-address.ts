import { type LookupAddress, lookup } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'

/**
 * Whether an IP address belongs to the public network. Everything else is refused: loopback, private, link-local, carrier-grade NAT,
 * multicast, documentation, and IPv6 addresses that embed an IPv4 address, except the two forms that reach a public one: mapped, and
 * through NAT64.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === 'unicast'
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().range() === 'unicast'
  if (parsed.match(nat64)) return new ipaddr.IPv4(parsed.toByteArray().slice(12)).range() === 'unicast'
  // Only 2000::/3 of IPv6 is allocated to the public network (RFC 4291 and the IANA registry); the library knows its exceptions.
  return parsed.range() === 'unicast' && parsed.match(publicIPv6)
}

const publicIPv6 = ipaddr.IPv6.parseCIDR('2000::/3')
/** The IPv4 network as seen by hosts without an IPv4 address, by the names that DNS64 answers with (RFC 6052, 2.1). */
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/** Whether web servers use a port. Requests to other ports could be misused to speak their protocols. */
export function isWebPort(port: string): boolean {
  return port === '' || port === '80' || port === '443' || Number(port) >= 1_024
}

/** Resolves a name to its addresses. */
export type Resolve = (name: string) => Promise<LookupAddress[]>

/**
 * Asks only the name servers of this machine, never its hosts file or search domains, in which a short name could refer to a neighbour.
 * Names that time out don't block other work, as they would in the thread pool that `lookup` uses.
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
