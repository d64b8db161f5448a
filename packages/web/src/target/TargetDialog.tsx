import { Suspense } from 'react'
import { lazily } from '../ui/lazily.tsx'
import type { AskedDialogProps } from './AskedDialog.tsx'

const AskedDialog = lazily(async () => (await import('./AskedDialog.tsx')).AskedDialog, { soon: true })

type TargetDialogProps = Omit<AskedDialogProps, 'asking'> & { asking: AskedDialogProps['asking'] | undefined }

/**
 * The dialog that confirms an action. Its code is loaded in advance, so it covers the page at once: the second half of a double click must
 * not reach the page.
 */
export function TargetDialog({ asking, ...props }: TargetDialogProps) {
  return <Suspense>{asking && <AskedDialog asking={asking} {...props} />}</Suspense>
}
