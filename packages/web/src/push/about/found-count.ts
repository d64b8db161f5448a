import type { FoundWithin } from '@waypost/client/search/search-within'
import { region } from '../../ui/language.ts'

/** How many were found, as text: '100+' while there may be more; undefined while nothing is known: no count is a plus sign or '0+'. */
export function foundCount({ pushes, state }: Pick<FoundWithin, 'pushes' | 'state'>): string | undefined {
  if (state === 'failed' || (state !== 'done' && pushes.length === 0)) return undefined
  const number = new Intl.NumberFormat(region).format(pushes.length)
  return state === 'done' ? number : `${number}+`
}
