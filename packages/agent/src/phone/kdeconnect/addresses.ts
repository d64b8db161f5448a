import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'

/** Home networks (RFC 1918), link-local addresses, VPNs such as Tailscale (RFC 6598), unique local addresses and this machine. */
const local = new BlockList()
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
] as const)
  local.addSubnet(network, bits, 'ipv4')
local.addSubnet('fc00::', 7, 'ipv6')
local.addSubnet('fe80::', 10, 'ipv6')
local.addAddress('::1', 'ipv6')

/** Whether an address belongs to a home network or a VPN. The app refuses all others, and so does Waypost. */
export function isLocalAddress(address: string): boolean {
  const [plain = ''] = address.split('%')
  if (isIPv4(plain)) return local.check(plain, 'ipv4')
  return isIPv6(plain) && local.check(plain, 'ipv6')
}

/** The broadcast addresses of this machine's local networks. */
export function broadcastAddresses(all = networkInterfaces()): string[] {
  const found = new Set<string>()
  for (const each of Object.values(all).flatMap((addresses) => addresses ?? [])) {
    if (each.internal || each.family !== 'IPv4' || !isLocalAddress(each.address)) continue
    const mask = each.netmask.split('.')
    const parts = each.address.split('.').map((part, index) => Number(part) | (~Number(mask[index]) & 0xff))
    found.add(parts.join('.'))
  }
  return [...found]
}
