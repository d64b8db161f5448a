// Merges the response of a call that may make a push wait or send it.

import type { OpenMirror } from './mirror.ts'

/**
 * Merges the push of a response: one that waits has a time.
 * @param iden of the waiting push that the call was about; it is gone if it was sent
 */
export function takePush(mirror: OpenMirror, answer: unknown, iden?: string): void {
  const waits = typeof answer === 'object' && answer !== null && 'send_at' in answer
  mirror.take(waits ? 'scheduled_pushes' : 'pushes', answer)
  if (!waits && iden !== undefined) mirror.remove('scheduled_pushes', iden)
}
