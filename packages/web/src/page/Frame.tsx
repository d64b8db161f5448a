import { useStore } from '@nanostores/react'
import { type ReactNode, Suspense, useEffect } from 'react'
import { $supportSession } from '../session/support.ts'
import { LiveRegions } from '../ui/accessibility/LiveRegions.tsx'
import { Alerts } from '../ui/dialogs/Alerts.tsx'
import { Banners, StatusStrip } from '../ui/feedback/Banners.tsx'
import { Toasts } from '../ui/feedback/Toasts.tsx'
import { i18n } from '../ui/language.ts'
import { lazily } from '../ui/lazily.tsx'
import { frameWords } from './en.ts'
import styles from './Frame.module.css'

// Support sessions are rare, so their code loads on demand.
const SupportStrip = lazily(async () => (await import('./SupportStrip.tsx')).SupportStrip)

const messages = i18n('frame', frameWords)

interface FrameProps {
  header?: ReactNode
  children: ReactNode
  /** Shown above everything but the header until the user has acted. */
  notice?: ReactNode
  /** The footer, or the bottom bar with one column. */
  bottom?: ReactNode
  /** The state of the connection, if it is worth showing. */
  status?: { text: string; good: boolean } | undefined
  /** As high as the window, with scrolling panes; otherwise the page scrolls. */
  fixed?: boolean
}

/** The frame of a page: skip link, header if any, banners, toasts and live regions. */
export function Frame({ header, notice, children, bottom, status, fixed = false }: FrameProps) {
  const t = useStore(messages)
  const support = useStore($supportSession)
  useEffect(() => document.getElementById('skeleton')?.remove(), [])
  return (
    <div className={fixed ? `${styles.frame} ${styles.fixed}` : styles.frame}>
      {/* biome-ignore lint/a11y/useValidAnchor: a skip link; the hash of the page is its route, so the link must not set it */}
      <a
        href="#main"
        className={styles.skip}
        onClick={(event) => {
          event.preventDefault()
          const main = document.querySelector<HTMLElement>('main')
          ;(main?.querySelector<HTMLElement>('[data-title]') ?? main)?.focus()
        }}
      >
        {t.skip}
      </a>
      {support && (
        <Suspense fallback={null}>
          <SupportStrip support={support} />
        </Suspense>
      )}
      {header}
      <div>
        <Banners />
        {notice}
        <StatusStrip text={status?.text} good={status?.good ?? false} />
      </div>
      {children}
      {bottom}
      <Alerts />
      <Toasts />
      <LiveRegions />
    </div>
  )
}
