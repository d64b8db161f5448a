// Formats sizes of files and percentages.

import { region } from '../ui/language.ts'

const units = ['b', 'K', 'M', 'G', 'T']

/** A short size with at most one decimal: '8.4M', '2K'. For columns, `even` always keeps the decimal: '2.0K', except for bytes. */
export function sizeOf(bytes: number, { even = false, language = region } = {}): string {
  let unit = 0
  let value = bytes
  // A value that rounds to 1024 belongs to the next unit.
  while (Math.round(value * 10) / 10 >= 1_024 && unit < units.length - 1) {
    value /= 1_024
    unit++
  }
  const digits = { minimumFractionDigits: even && unit > 0 ? 1 : 0, maximumFractionDigits: 1 }
  return `${new Intl.NumberFormat(language, digits).format(value)}${units[unit]}`
}

/** A fraction as a percentage in the user's locale: '62%'. It is rounded down, so 100% means done. */
export function percentOf(part: number, language = region): string {
  return new Intl.NumberFormat(language, { style: 'percent' }).format(Math.floor(part * 100) / 100)
}
