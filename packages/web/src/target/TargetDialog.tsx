// Shows the dialogs of the actions of a target that are confirmed first.

import type { Target } from '@waypost/client'
import { Suspense, useState } from 'react'
import type { TargetSection } from '../route.ts'
import { lazily } from '../ui/lazily.tsx'
import { useTargetActions } from './menu-items.tsx'

const BlockDialog = lazily(async () => (await import('./BlockDialog.tsx')).BlockDialog, { soon: true })
const ClearDialog = lazily(async () => (await import('./ClearDialog.tsx')).ClearDialog, { soon: true })

interface TargetDialogProps {
  /** What is asked: whether to block the target, or to clear its conversation. */
  asking: 'block' | 'clear' | undefined
  target: Target
  section: TargetSection
  onClose: () => void
}

/**
 * The dialog of an action that is confirmed first. Its code is there before anybody asks, so it stands over the page at
 * once: the second half of a double press must not reach the page.
 */
export function TargetDialog({ asking, target, section, onClose }: TargetDialogProps) {
  return (
    <Suspense fallback={null}>
      {asking === 'block' && <BlockDialog target={target} section={section} onClose={onClose} />}
      {asking === 'clear' && <ClearDialog target={target} onClose={onClose} />}
    </Suspense>
  )
}

/** The actions of a target, and the dialog that one of them has opened. */
export function useAskingActions(target: Target, section: TargetSection) {
  const [asking, setAsking] = useState<'block' | 'clear'>()
  const actions = useTargetActions(
    target,
    section,
    () => setAsking('block'),
    () => setAsking('clear'),
  )
  const dialog = <TargetDialog asking={asking} target={target} section={section} onClose={() => setAsking(undefined)} />
  return { actions, dialog }
}
