import { region } from '../ui/language.ts'

/** Formats a date given in seconds since 1970, e.g. '3 March 2027'. */
export function dayOf(seconds: number): string {
  return new Intl.DateTimeFormat(region, { dateStyle: 'long' }).format(seconds * 1_000)
}
