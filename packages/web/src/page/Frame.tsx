import { useStore } from '@nanostores/react'
import { LifeBuoy } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { $supportSession } from '../session/support.ts'
import { LiveRegions } from '../ui/accessibility/LiveRegions.tsx'
import { Alerts } from '../ui/dialogs/Alerts.tsx'
import { Banners, StatusStrip } from '../ui/feedback/Banners.tsx'
import { Toasts } from '../ui/feedback/Toasts.tsx'
import { i18n, params } from '../ui/language.ts'
import styles from './Frame.module.css'

const messages = i18n('frame', { skip: 'Skip to content' })

interface FrameProps {
  header?: ReactNode
  children: ReactNode
  /** Stands above everything but the header, until the user has acted. */
  notice?: ReactNode
  /** The footer, or the bottom bar with one column. */
  bottom?: ReactNode
  /** The state of the connection, if it is worth showing. */
  status?: { text: string; good: boolean } | undefined
  /** As high as the window, with scrolling panes. Otherwise the page scrolls. */
  fixed?: boolean
}

/** The frame of a page: skip link, header if any, banners, toasts and live regions. */
export function Frame({ header, notice, children, bottom, status, fixed = false }: FrameProps) {
  const t = useStore(messages)
  // What the page showed in its place until now.
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
      <SupportStrip />
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

const supportMessages = i18n('support-strip', {
  label: 'Session for support',
  signedIn: params('You are signed in as {name} for support'),
  end: 'End',
})

/** A line above everything else, with a button that ends the session. Nothing in other sessions. */
function SupportStrip() {
  const t = useStore(supportMessages)
  const support = useStore($supportSession)
  if (!support) return null
  return (
    <section aria-label={t.label} className={styles.support}>
      <LifeBuoy size={18} aria-hidden="true" />
      <p dir="auto">{t.signedIn({ name: support.name })}</p>
      <button type="button" className={styles.end} onClick={support.end}>
        {t.end}
      </button>
    </section>
  )
}
