import { useStore } from '@nanostores/react'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { currentAddress, go } from './browser/location.ts'
import { frames } from './en.ts'
import { useConnectionStatus } from './page/connection.ts'
import { Frame } from './page/Frame.tsx'
import { Footer } from './page/header/Footer.tsx'
import { Header } from './page/header/Header.tsx'
import { useTitle } from './page/unread-title.ts'
import { VisitorFrame } from './page/VisitorFrame.tsx'
import { SignedIn } from './SignedIn.tsx'
import { signedIn, signOut } from './session/account.ts'
import { useSession } from './session/context.ts'
import { i18n } from './ui/language.ts'
import { lazily } from './ui/lazily.tsx'

const SessionExpired = lazily(() => import('./sign-in/SessionExpired.tsx').then((module) => module.SessionExpired))

const messages = i18n('frames', frames)

/** Wraps a screen. `back` is the path of the page above it. */
export type PageFrame = (screen: ReactNode, back?: string) => ReactNode

/** Holds a screen's place until its code is loaded. */
const loading = (screen: ReactNode) => <Suspense fallback={<main id="main" />}>{screen}</Suspense>

/** No header and no footer, as during sign-in. */
export const bareFrame: PageFrame = (screen) => <Frame>{loading(screen)}</Frame>

/** The bare frame, with an open session for visitors who have an account. */
export const bareSessionFrame: PageFrame = (screen) => (
  <SignedIn visitor={bareFrame(screen)} expired={<Expired />}>
    {bareFrame(screen)}
  </SignedIn>
)

/** For visitors without an account. */
export const visitorFrame: PageFrame = (screen) => <VisitorFrame>{screen}</VisitorFrame>

/** For everyone: the header shows the account, if there is one. */
export const openFrame: PageFrame = (screen, back) => framed(screen, back)

/** For everyone, with an open session for those who have an account. */
export const liveFrame: PageFrame = (screen, back) => (
  <SignedIn visitor={framed(screen, back)} expired={<Expired />}>
    <Live back={back}>{screen}</Live>
  </SignedIn>
)

/** Only with an account: visitors are asked to sign in first. */
export const accountFrame: PageFrame = (screen, back) => (
  <SignedIn visitor={<ToSignIn />} expired={<Expired />}>
    <Live back={back}>{screen}</Live>
  </SignedIn>
)

/** For internal tools. */
export const internalFrame: PageFrame = (screen) => <Suspense fallback={null}>{screen}</Suspense>

/** For screens that draw their own frame. */
export const noFrame: PageFrame = (screen) => screen

function framed(screen: ReactNode, back = '/', status?: ReturnType<typeof useConnectionStatus>): ReactNode {
  const account = signedIn()
  return (
    <Frame
      status={status}
      header={<Header account={account} onSignOut={account && (() => signOut())} back={back} />}
      bottom={<Footer />}
    >
      {loading(screen)}
    </Frame>
  )
}

function Live({ back, children }: { back: string | undefined; children: ReactNode }) {
  return framed(children, back, useConnectionStatus(useSession()))
}

/** Goes to the sign-in page, which returns to this one. */
export function ToSignIn() {
  const [next] = useState(currentAddress)
  useEffect(() => go(`/signin?${new URLSearchParams({ next })}`, { replace: true }), [next])
  return null
}

/** The account of this page is no longer stored here, and the server rejects its token. */
export function Expired() {
  const t = useStore(messages)
  useTitle(t.expired)
  return visitorFrame(<SessionExpired next={currentAddress()} />)
}

/** Sets the title of the window. */
export function Titled({ title, children }: { title: string | undefined; children: ReactNode }) {
  useTitle(title)
  return children
}
