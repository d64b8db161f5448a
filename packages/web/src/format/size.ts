import { region } from '../ui/language.ts'

const units = ['b', 'K', 'M', 'G', 'T']
const unitsInWords = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte']

/** A short size with at most one decimal: '8.4M', '2K'. For columns, `even` always keeps the decimal, except for bytes: '2.0K'. */
export function sizeOf(bytes: number, { even = false, language = region } = {}): string {
  const { value, unit } = scaled(bytes)
  const digits = { minimumFractionDigits: even && unit > 0 ? 1 : 0, maximumFractionDigits: 1 }
  return `${new Intl.NumberFormat(language, digits).format(value)}${units[unit]}`
}

/** The size of a file in the user's language: '8.4 MB', '312 bytes'. */
export function fileSizeOf(bytes: number, language = region): string {
  const { value, unit } = scaled(bytes)
  const unitDisplay = unit === 0 ? 'long' : 'short'
  const format = { style: 'unit', unit: unitsInWords[unit], unitDisplay, maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(language, format).format(value)
}

function scaled(bytes: number): { value: number; unit: number } {
  let unit = 0
  let value = bytes
  // A value that rounds to 1024 belongs to the next unit.
  while (Math.round(value * 10) / 10 >= 1_024 && unit < units.length - 1) {
    value /= 1_024
    unit++
  }
  return { value, unit }
}

/** A fraction as a percentage in the user's locale: '62%'. Rounded down, so 100% means done. */
export function percentOf(part: number, language = region): string {
  return new Intl.NumberFormat(language, { style: 'percent' }).format(Math.floor(part * 100) / 100)
}
