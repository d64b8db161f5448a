// Loads the code of the dialogs about waiting messages when they are opened.

import { type ComponentProps, Suspense } from 'react'
import { lazily } from '../../ui/lazily.tsx'
import type { EditDialog } from './EditDialog.tsx'
import type { TimeDialog } from './TimeDialog.tsx'

const Time = lazily(() => import('./TimeDialog.tsx').then((module) => module.TimeDialog))
const Edit = lazily(() => import('./EditDialog.tsx').then((module) => module.EditDialog))

/** The dialog that asks for a date and a time. */
export function TimeDialogLater(props: ComponentProps<typeof TimeDialog>) {
  return (
    <Suspense fallback={null}>
      <Time {...props} />
    </Suspense>
  )
}

/** The dialog that changes the text of a waiting message. */
export function EditDialogLater(props: ComponentProps<typeof EditDialog>) {
  return (
    <Suspense fallback={null}>
      <Edit {...props} />
    </Suspense>
  )
}
