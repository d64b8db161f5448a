// Loads the code of the picture viewer when it is needed.

import { type ComponentProps, Suspense, useEffect } from 'react'
import { lazily } from '../lazily.tsx'
import type { PictureViewer } from './PictureViewer.tsx'

const load = () => import('./PictureViewer.tsx').then((module) => module.PictureViewer)
const Viewer = lazily(load)

/** The picture viewer. Its code is not part of the first load. */
export function PictureViewerLater(props: ComponentProps<typeof PictureViewer>) {
  return (
    <Suspense fallback={null}>
      <Viewer {...props} />
    </Suspense>
  )
}

/** Loads the code of the viewer as soon as there is a picture to view, so that it opens at once, also without a network. */
export function useViewerCode(): void {
  useEffect(() => {
    // If this fails, opening the viewer tries again and reports it.
    load().catch(() => {})
  }, [])
}
