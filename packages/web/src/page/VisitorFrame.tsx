import { type ReactNode, Suspense } from 'react'
import { Frame } from './Frame.tsx'
import { Footer } from './header/Footer.tsx'
import { Header } from './header/Header.tsx'

/** The frame of a page for visitors without an account. Holds the screen's place until its code is loaded. */
export function VisitorFrame({ children }: { children: ReactNode }) {
  return (
    <Frame header={<Header />} bottom={<Footer />}>
      <Suspense fallback={<main id="main" />}>{children}</Suspense>
    </Frame>
  )
}
