const fallback = 'en'

/**
 * A language as `Intl` takes it. Systems and browsers name theirs in the way of POSIX, too, at which `Intl` throws: `en-US@posix`,
 * `de_DE.UTF-8`, `C`.
 */
export function localeOf(named: string | undefined): string {
  try {
    return Intl.getCanonicalLocales(named?.replace(/[.@].*/, '').replaceAll('_', '-') || fallback)[0] as string
  } catch {
    return fallback
  }
}

/** The language of the system or browser that runs this program, for `Intl`. */
export const locale = (): string => localeOf((globalThis as { navigator?: { language?: string } }).navigator?.language)

let order: Intl.Collator | undefined

/** Compares names as lists show them: `10` after `9`, ignoring case and accents. Different names are never equal. */
export function compareNames(one: string, other: string): number {
  order ??= new Intl.Collator(locale(), { numeric: true, sensitivity: 'base' })
  return order.compare(one, other) || (one < other ? -1 : one > other ? 1 : 0)
}

/**
 * A whole number in English, with a comma between thousands: '12,345'. It avoids the data of `Intl`, which takes some megabytes of memory
 * once it is used.
 */
export const withCommas = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')
