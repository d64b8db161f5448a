// Loads the code of the dialog with chosen pictures when it is opened.

import { type ComponentProps, Suspense } from 'react'
import { lazily } from '../../ui/lazily.tsx'
import type { PicturesDialog } from './PicturesDialog.tsx'

const Pictures = lazily(() => import('./PicturesDialog.tsx').then((module) => module.PicturesDialog))

/** The dialog in which pictures are turned, cropped and scaled before they are sent. */
export function PicturesDialogLater(props: ComponentProps<typeof PicturesDialog>) {
  return (
    <Suspense fallback={null}>
      <Pictures {...props} />
    </Suspense>
  )
}
