import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { $server } from '../browser/server-facts.ts'
import styles from './CardPage.module.css'
import { cardPage } from './en.ts'
import { Spinner } from './inputs/Spinner.tsx'
import { Logo } from './Logo.tsx'
import { i18n } from './language.ts'
import { Row } from './layout/layout.tsx'

const messages = i18n('card-page', cardPage)

/** A page with a 480 px wide card below the server's name, since users come here from other sites. */
export function CardPage({ children }: { children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      <ServerLink />
      <div className={styles.card}>{children}</div>
    </main>
  )
}

/** The server's name, linking to its first page. */
export function ServerLink() {
  return (
    <Link href="/" aria-label={messages.get().product({ name: $server.get().name })} className={styles.product}>
      <Logo />
    </Link>
  )
}

/** The `h1` of the page; it takes the focus, so Enter doesn't press a button yet. */
export function CardTitle({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <h1 ref={heading} tabIndex={-1} data-title="" className={styles.title} dir="auto">
      {children}
    </h1>
  )
}

/** The subject of the page: its picture and names. */
export function CardHead({ picture, children }: { picture: ReactNode; children: ReactNode }) {
  return (
    <Row gap={4}>
      {picture}
      <div className={styles.names}>{children}</div>
    </Row>
  )
}

/** The page's placeholder while it loads. */
export function CardPageLoading({ label }: { label: string }) {
  return (
    <CardPage>
      <h1 className="hidden-words">{label}</h1>
      <div aria-hidden="true">
        <CardHead picture={<span className={styles.pictureOutline} />}>
          <span className={styles.line} />
          <span className={styles.line} />
        </CardHead>
      </div>
      <div className={styles.wait}>
        <Spinner label={label} />
      </div>
    </CardPage>
  )
}
