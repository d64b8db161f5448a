import { randomInt } from 'node:crypto'

/** For tests: addresses of loopback that no other test uses at the same time, so that each peer has the ports of KDE Connect. */
export function loopbackAddresses(count: number): string[] {
  const network = `127.${randomInt(1, 255)}.${randomInt(255)}`
  return Array.from({ length: count }, (_, index) => `${network}.${index + 2}`)
}
