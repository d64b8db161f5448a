import { useStore } from '@nanostores/react'
import { $now } from '../../browser/clock.ts'
import { timeAgo } from '../../format/time.ts'

/** How long ago a time was, in seconds since 1970, e.g. '5 minutes ago'. */
export function TimeAgo({ time, words = String }: { time: number; words?: (ago: string) => string }) {
  const now = useStore($now)
  return <time dateTime={new Date(time * 1_000).toISOString()}>{words(timeAgo(time * 1_000, now))}</time>
}
