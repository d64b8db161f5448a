// Fetches what announces pushes beside the first screen: until something arrives there is nothing to announce.

import { lazily } from '../../ui/lazily.tsx'

export const AnnouncementsLater = lazily(() => import('./Announcements.tsx').then((module) => module.Announcements), {
  waiting: () => null,
})
