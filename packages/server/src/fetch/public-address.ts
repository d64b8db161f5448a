// Decides which IP addresses and ports the fetcher may connect to.

import ipaddr from 'ipaddr.js'

/**
 * Returns whether an IP address belongs to the public network. Everything else is refused: loopback, private,
 * link-local, carrier-grade NAT, multicast, documentation, and IPv6 that stands for an IPv4 address, except in the two ways in which a
 * public one is reached: mapped, and through NAT64.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === 'unicast'
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().range() === 'unicast'
  if (parsed.match(nat64)) return new ipaddr.IPv4(parsed.toByteArray().slice(12)).range() === 'unicast'
  // Of IPv6 only 2000::/3 has been given out to the public network (RFC 4291 and the IANA registry); the library names its exceptions.
  return parsed.range() === 'unicast' && parsed.match(publicIPv6)
}

const publicIPv6 = ipaddr.IPv6.parseCIDR('2000::/3')
/** The IPv4 network as hosts without an IPv4 address see it, by the names that DNS64 answers with (RFC 6052, 2.1). */
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/** Returns whether web servers use a port. A request to other ports could be misused to speak their protocols. */
export function isWebPort(port: string): boolean {
  return port === '' || port === '80' || port === '443' || Number(port) >= 1_024
}
