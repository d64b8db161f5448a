// Draws the frame of a page: skip link, header, notices and live regions.

import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { LiveRegions } from '../ui/accessibility/LiveRegions.tsx'
import { Alerts } from '../ui/dialogs/AlertDialog.tsx'
import { i18n } from '../ui/language.ts'
import { Banners } from '../ui/notices/Banners.tsx'
import { StatusStrip } from '../ui/notices/StatusStrip.tsx'
import { Toasts } from '../ui/notices/Toasts.tsx'
import styles from './Frame.module.css'
import { SupportStrip } from './SupportStrip.tsx'

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
