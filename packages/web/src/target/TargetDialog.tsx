// Shows the dialogs of the actions of a target that are confirmed first.

import type { Target } from '@waypost/client'
import { Suspense, useState } from 'react'
import type { TargetSection } from '../route.ts'
import { lazily } from '../ui/lazily.tsx'
import type { AskedDialogProps } from './AskedDialog.tsx'
import { useTargetActions } from './menu-items.tsx'

const AskedDialog = lazily(async () => (await import('./AskedDialog.tsx')).AskedDialog, { now: true })

type TargetDialogProps = Omit<AskedDialogProps, 'asking'> & { asking: AskedDialogProps['asking'] | undefined }

/**
 * The dialog of an action that is confirmed first. Its code is there before anybody asks, so it stands over the page at
 * once: the second half of a double press must not reach the page.
 */
export function TargetDialog({ asking, ...props }: TargetDialogProps) {
  return <Suspense>{asking && <AskedDialog asking={asking} {...props} />}</Suspense>
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
