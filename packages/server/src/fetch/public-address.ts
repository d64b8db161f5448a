// Decides which IP addresses and ports the fetcher may connect to.

import ipaddr from 'ipaddr.js'

/**
 * Returns whether an IP address belongs to the public network. Everything else is refused: loopback, private,
 * link-local, carrier-grade NAT, multicast, documentation, and IPv6 that stands for an IPv4 address in any way.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === 'unicast'
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().range() === 'unicast'
  // Of IPv6 only 2000::/3 has been given out to the public network (RFC 4291 and the IANA registry); the library names its exceptions.
  return parsed.range() === 'unicast' && parsed.match(publicIPv6)
}

const publicIPv6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** Returns whether web servers use a port. A request to other ports could be misused to speak their protocols. */
export function isWebPort(port: string): boolean {
  return port === '' || port === '80' || port === '443' || Number(port) >= 1_024
}
