import { type ComponentProps, Suspense, useEffect } from 'react'
import { lazily } from '../lazily.tsx'
import type { PictureViewer } from './PictureViewer.tsx'

const load = () => import('./PictureViewer.tsx').then((module) => module.PictureViewer)
const Viewer = lazily(load)

/** The picture viewer. Its code isn't part of the initial load. */
export function PictureViewerLater(props: ComponentProps<typeof PictureViewer>) {
  return (
    <Suspense fallback={null}>
      <Viewer {...props} />
    </Suspense>
  )
}

/** Loads the viewer's code as soon as there is a picture to view, so it opens at once, even offline. */
export function useViewerCode(): void {
  useEffect(() => {
    // If this fails, opening the viewer retries and reports the error.
    load().catch(() => {})
  }, [])
}
