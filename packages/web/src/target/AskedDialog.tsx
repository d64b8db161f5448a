// Shows the dialog of an action of a target that is confirmed first.

import type { Target } from '@waypost/client'
import type { TargetSection } from '../route.ts'
import { BlockDialog } from './BlockDialog.tsx'
import { ClearDialog } from './ClearDialog.tsx'

export interface AskedDialogProps {
  /** The question: whether to block the target, or to clear its conversation. */
  asking: 'block' | 'clear'
  target: Target
  section: TargetSection
  onClose: () => void
}

export function AskedDialog({ asking, ...props }: AskedDialogProps) {
  return asking === 'block' ? <BlockDialog {...props} /> : <ClearDialog {...props} />
}
