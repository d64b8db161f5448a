const giga = 2 ** 30

/** Bytes as a number of gigabytes; empty for no limit. */
export const inGiga = (bytes: number | null) => (bytes === null ? '' : String(Math.round((bytes / giga) * 1_000) / 1_000))

/** A number of gigabytes as bytes; undefined if it isn't a number. */
export function bytesOf(text: string): number | undefined {
  const value = Number(text.trim().replace(',', '.'))
  const bytes = Math.round(value * giga)
  return text.trim() !== '' && bytes >= 2 ** 20 && bytes <= 2 ** 50 ? bytes : undefined
}
