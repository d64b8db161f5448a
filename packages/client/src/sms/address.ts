import type { ThreadRecipient } from '@waypost/protocol'

/** Shorter numbers are service numbers, which must match exactly. */
const leastDigits = 7

/** Whether two addresses reach the same person. Numbers match with or without country and area code, because phones store them as typed. */
export function sameAddress(a: string, b: string): boolean {
  const [one, other] = [bareAddress(a), bareAddress(b)]
  if (one === other) return true
  if (!isDigits(one) || !isDigits(other)) return false
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  const inner = short.replace(/^0+/, '')
  return inner.length >= leastDigits && long.endsWith(inner)
}

/** Whether two lists contain the same people, in any order. */
export function sameAddresses(some: readonly string[], others: readonly string[]): boolean {
  return (
    some.length === others.length &&
    some.every((address) => others.some((other) => sameAddress(address, other))) &&
    others.every((address) => some.some((other) => sameAddress(address, other)))
  )
}

/** The address of a recipient. */
export const addressOf = ({ address, number }: ThreadRecipient): string => address || number || ''

/** Normalizes an address: lower case, and a number without separators. */
export function bareAddress(address: string): string {
  const bare = address.trim().toLowerCase()
  return bare.includes('@') ? bare : bare.replace(/[\s().\-/+]/g, '')
}

const isDigits = (bare: string): boolean => /^\d+$/.test(bare)
