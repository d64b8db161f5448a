import type { TheirMarks } from '@waypost/client'

/**
 * When a message with a `created` stamp was delivered and seen, in seconds; undefined while unknown. A report covers all messages up to a
 * stamp, and a later report replaces it: a seen push had been delivered by then, whatever is reported for newer ones.
 */
export function reportedOf(marks: TheirMarks | undefined, created: number): { delivered?: number; seen?: number } {
  if (!marks) return {}
  const seen = marks.readAt > 0 && created <= marks.readTo ? marks.readAt : undefined
  const delivered = marks.deliveredAt > 0 && created <= marks.deliveredTo ? marks.deliveredAt : undefined
  if (seen === undefined) return { ...(delivered !== undefined && { delivered }) }
  return { delivered: Math.min(delivered ?? seen, seen), seen }
}
