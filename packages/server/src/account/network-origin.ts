// Finds the address at which other devices of the same network would reach this machine.

import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'
import { isLoopback } from '../config.ts'

/** Whether an origin leads to the machine itself, whatever machine that is. */
export const isLoopbackOrigin = (origin: string): boolean => isLoopback(new URL(origin).hostname)

/**
 * The origin that this machine would have in its network, at a port; undefined without a network. A private IPv4 address goes first, and those of
 * containers and virtual machines, which no phone reaches, go last.
 */
export function networkOrigin(port: string, interfaces = networkInterfaces()): string | undefined {
  const found = Object.entries(interfaces)
    .flatMap(([name, addresses]) => (addresses ?? []).map((one) => ({ name, ...one })))
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ name, address }) => ({ address, rank: rankOf(name, address) }))
    .sort((one, other) => one.rank - other.rank)
  return found[0] && `http://${found[0].address}${port && `:${port}`}`
}

function rankOf(name: string, address: string): number {
  if (/^(docker|br-|veth|virbr|vmnet|vEthernet|utun|tun|tap|wg)/i.test(name)) return 2
  return ipaddr.parse(address).range() === 'private' ? 0 : 1
}
