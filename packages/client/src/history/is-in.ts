import { conversationOf, type Push } from '@waypost/protocol'
import { conversationOfTarget } from './following.ts'
import type { Target } from './target.ts'

/** Whether the history of a target shows a push. */
export function isIn(target: Target, push: Push): boolean {
  if (target.type !== 'device') return conversationOf(push) === conversationOfTarget(target)
  return conversationOf(push) === 'self' && (push.target_device_iden === target.key || push.source_device_iden === target.key)
}
