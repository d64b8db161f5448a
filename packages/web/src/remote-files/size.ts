import { region } from '../ui/language.ts'

const units = ['b', 'K', 'M', 'G', 'T'] as const

/** Bytes in short, with one decimal: '8.4M'; bytes themselves have none: '312b'. */
export function sizeOf(bytes: number, language = region): string {
  let unit = 0
  let value = bytes
  // What would be written as 1024.0 is the next unit already.
  while (Math.round(value * 10) / 10 >= 1_024 && unit < units.length - 1) {
    value /= 1_024
    unit++
  }
  const digits = unit === 0 ? 0 : 1
  const format = new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return `${format.format(value)}${units[unit]}`
}
