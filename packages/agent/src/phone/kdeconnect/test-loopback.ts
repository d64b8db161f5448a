import { randomInt } from 'node:crypto'

/** For tests: loopback addresses that no other test uses at the same time, so each peer has KDE Connect's ports to itself. */
export function loopbackAddresses(count: number): string[] {
  const network = `127.${randomInt(1, 255)}.${randomInt(255)}`
  return Array.from({ length: count }, (_, index) => `${network}.${index + 2}`)
}
