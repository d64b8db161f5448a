/** Shorter ones are special numbers, which are compared as they stand. */
const leastDigits = 7

/**
 * Whether two addresses reach the same person: numbers with and without the country's or the area's digits in front do, as a phone keeps
 * them as they were typed.
 */
export function sameAddress(a: string, b: string): boolean {
  const [one, other] = [bareAddress(a), bareAddress(b)]
  if (one === other) return true
  if (!isDigits(one) || !isDigits(other)) return false
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  const inner = short.replace(/^0+/, '')
  return inner.length >= leastDigits && long.endsWith(inner)
}

/** Whether two lists name the same people, in whatever order. */
export function sameAddresses(some: readonly string[], others: readonly string[]): boolean {
  return (
    some.length === others.length &&
    some.every((address) => others.some((other) => sameAddress(address, other))) &&
    others.every((address) => some.some((other) => sameAddress(address, other)))
  )
}

/** Without what people put between the digits of a number: the same however it was typed. */
export function bareAddress(address: string): string {
  const bare = address.trim().toLowerCase()
  return bare.includes('@') ? bare : bare.replace(/[\s().\-/+]/g, '')
}

const isDigits = (bare: string): boolean => /^\d+$/.test(bare)
