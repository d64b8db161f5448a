import { region } from '../ui/language.ts'

const units = ['b', 'K', 'M', 'G', 'T']

/**
 * Bytes in short, with at most one decimal: '8.4M', '2K'. In a column of them `even` keeps the decimal: '2.0K'; bytes themselves never
 * have one.
 */
export function sizeOf(bytes: number, { even = false, language = region } = {}): string {
  let unit = 0
  let value = bytes
  // What would be written as 1024 is the next unit already.
  while (Math.round(value * 10) / 10 >= 1_024 && unit < units.length - 1) {
    value /= 1_024
    unit++
  }
  const digits = { minimumFractionDigits: even && unit > 0 ? 1 : 0, maximumFractionDigits: 1 }
  return `${new Intl.NumberFormat(language, digits).format(value)}${units[unit]}`
}

/** A part of one as the region writes it: '62%'. It never reads as done before it is. */
export function percentOf(part: number, language = region): string {
  return new Intl.NumberFormat(language, { style: 'percent' }).format(Math.floor(part * 100) / 100)
}
