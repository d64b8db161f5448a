import { Suspense } from 'react'
import { lazily } from '../ui/lazily.tsx'
import type { AskedDialogProps } from './AskedDialog.tsx'

const AskedDialog = lazily(async () => (await import('./AskedDialog.tsx')).AskedDialog, { soon: true })

type TargetDialogProps = Omit<AskedDialogProps, 'asking'> & { asking: AskedDialogProps['asking'] | undefined }

/**
 * The dialog of an action that is confirmed first. Its code is there before anybody asks, so it stands over the page at
 * once: the second half of a double press must not reach the page.
 */
export function TargetDialog({ asking, ...props }: TargetDialogProps) {
  return <Suspense>{asking && <AskedDialog asking={asking} {...props} />}</Suspense>
}
