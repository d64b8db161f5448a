import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'
import { ConfigError, isLoopback, readConfig } from '../config.ts'

/** Whether an origin refers to the local machine. */
export const isLoopbackOrigin = (origin: string): boolean => isLoopback(new URL(origin).hostname)

/**
 * The origin of this machine in its network, at a port; undefined without a network. Private IPv4 addresses come first, and those of
 * containers and virtual machines, which no phone can reach, last.
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

/** The settings of `npm start -- network`: the given ones, and an address for phones in the same network. @throws ConfigError */
export function forNetwork(environment: Record<string, string | undefined>, interfaces = networkInterfaces()) {
  const { port, origin: given } = readConfig(environment)
  const origin = given ?? networkOrigin(String(port), interfaces)
  if (origin === undefined) throw new ConfigError('This machine is in no network. Connect it to one, and start again.')
  if (given === undefined && port === 0)
    throw new ConfigError('WAYPOST_PORT is 0, so the address of the server is not known before it runs. Set it to a port.')
  return { ...environment, WAYPOST_HOST: environment.WAYPOST_HOST?.trim() || '0.0.0.0', WAYPOST_ORIGIN: origin }
}
