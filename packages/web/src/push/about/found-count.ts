import type { FoundWithin } from '@waypost/client/search/search-within'
import { region } from '../../ui/language.ts'

/** The number of results as text: '100+' if there may be more; undefined while unknown, since a plus sign or '0+' would be no count. */
export function foundCount({ pushes, state }: Pick<FoundWithin, 'pushes' | 'state'>): string | undefined {
  if (state === 'failed' || (state !== 'done' && pushes.length === 0)) return undefined
  const number = new Intl.NumberFormat(region).format(pushes.length)
  return state === 'done' ? number : `${number}+`
}
