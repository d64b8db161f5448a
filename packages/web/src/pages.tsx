// Draws the page of a path. The first page after signing in is part of the initial load; all other pages load on demand.

import { type ReactNode, Suspense } from 'react'
import { bareFrame, Expired, Titled, ToSignIn, visitorFrame } from './frames.tsx'
import { MainPage } from './MainPage.tsx'
import type { Page } from './route.ts'
import { SignedIn } from './SignedIn.tsx'
import { lazily } from './ui/lazily.tsx'

const Landing = lazily(() => import('./page/landing/Landing.tsx').then((module) => module.Landing), { page: true })
const SharedBeforeSignIn = lazily(
  () => import('./push/sharing/SharedBeforeSignIn.tsx').then((module) => module.SharedBeforeSignIn),
  { page: true },
)
const ChatPage = lazily(() => import('./ChatPage.tsx').then((module) => module.ChatPage), { page: true })
const OtherPage = lazily(() => import('./other-pages.tsx').then((module) => module.OtherPage), { page: true })

/** Loads the code of the landing page, so it can be drawn at once. */
export const fetchLanding = Landing.fetch

/** Draws a page in its frame and sets the title of the window. */
export function PageOf({ page }: { page: Page }): ReactNode {
  // Functions rather than components, so the session stays open between them.
  if (page === '/') return main(<Titled title={undefined}>{visitorFrame(<Landing />)}</Titled>)
  if (page === '/share') return main(bareFrame(<SharedBeforeSignIn />))
  if (page === '/chat') return chat()
  return (
    <Suspense fallback={null}>
      <OtherPage page={page} />
    </Suspense>
  )
}

function main(visitor: ReactNode) {
  return (
    <SignedIn visitor={visitor} expired={<Expired />}>
      <MainPage />
    </SignedIn>
  )
}

function chat() {
  return (
    <SignedIn visitor={<ToSignIn />} expired={<Expired />}>
      <Suspense fallback={null}>
        <ChatPage />
      </Suspense>
    </SignedIn>
  )
}
