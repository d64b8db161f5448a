// Loads the code of the dialog with chosen files when it is opened.

import { type ComponentProps, Suspense } from 'react'
import { lazily } from '../../ui/lazily.tsx'
import type { FilesDialog } from './FilesDialog.tsx'

const Pictures = lazily(() => import('./PicturesDialog.tsx').then((module) => module.PicturesDialog))
const Files = lazily(() => import('./FilesDialog.tsx').then((module) => module.FilesDialog))

/** The dialog that asks before files are sent. With pictures among them, those can be turned, cropped and scaled; otherwise there is a caption. */
export function FilesDialogLater(props: ComponentProps<typeof FilesDialog>) {
  return (
    <Suspense fallback={null}>
      {props.files.some(({ type }) => type.startsWith('image/')) ? <Pictures {...props} /> : <Files {...props} />}
    </Suspense>
  )
}
