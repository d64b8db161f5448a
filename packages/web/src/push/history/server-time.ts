import { useStore } from '@nanostores/react'
import { $now } from '../../browser/clock.ts'
import { useSession } from '../../session/context.ts'

/**
 * Now and the end of today, in milliseconds since 1970. Stamps are in server time, so 'how long ago' is computed in server time, too.
 * Only the last item says how long ago it was sent; for others the day is enough, which avoids renders.
 */
export function useServerTime(): { now: number; today: number } {
  const now = useStore($now) + useStore(useSession().$clockAhead)
  return { now, today: new Date(now).setHours(23, 59, 59, 0) }
}
