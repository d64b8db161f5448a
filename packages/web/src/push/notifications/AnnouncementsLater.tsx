// Fetches what announces pushes beside the first screen: until something arrives there is nothing to announce.

import { type ComponentProps, lazy, Suspense } from 'react'
import type { Announcements as Component } from './Announcements.tsx'

type Props = ComponentProps<typeof Component>

/** Where its code cannot be fetched, the page does without it until it is loaded again. */
const Announcements = lazy<(props: Props) => null>(() =>
  import('./Announcements.tsx').then(
    (module) => ({ default: module.Announcements }),
    () => ({ default: () => null }),
  ),
)

/** Announces pushes once its code is there. */
export function AnnouncementsLater(props: Props) {
  return (
    <Suspense fallback={null}>
      <Announcements {...props} />
    </Suspense>
  )
}
