import { i18n, region } from '../ui/language.ts'
import { placeWords } from './en.ts'

const messages = i18n('place', placeWords)

/** The name of a place: a country by its code, or the local network. */
export function nameOfPlace(place: string): string {
  if (place === 'local') return messages.get().local
  try {
    return new Intl.DisplayNames(region, { type: 'region' }).of(place) ?? place
  } catch {
    // It isn't a country code.
    return place
  }
}
