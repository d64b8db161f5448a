import { useStore } from '@nanostores/react'
import { PartyPopper } from 'lucide-react'
import { use, useEffect, useRef } from 'react'
import { $reducedMotion } from '../browser/appearance.ts'
import { PageTitle } from '../page/PageTitle.tsx'
import { hrefOf } from '../route.ts'
import { SessionContext } from '../session/context.ts'
import { ButtonLink } from '../ui/inputs/Button.tsx'
import { i18n } from '../ui/language.ts'
import { Row } from '../ui/layout/layout.tsx'
import { throwConfetti } from './confetti.ts'
import { thankYou } from './en.ts'
import styles from './Page.module.css'
import { Page } from './Page.tsx'

const messages = i18n('thank-you', thankYou)

/** `/thankyou`: after a purchase. */
export function ThankYou() {
  const t = useStore(messages)
  const session = use(SessionContext)
  return (
    <Page single end={<Confetti />}>
      <PartyPopper size={56} className={styles.picture} aria-hidden="true" />
      <PageTitle className={styles.title}>{t.title}</PageTitle>
      {session ? <Has session={session} /> : <ButtonLink href="/pro">{t.pro}</ButtonLink>}
    </Page>
  )
}

function Has({ session }: { session: NonNullable<React.ContextType<typeof SessionContext>> }) {
  const t = useStore(messages)
  const pro = useStore(session.$account)?.pro
  return (
    <>
      <p>{pro ? t.has : t.waits}</p>
      <Row gap={2} wrap>
        <ButtonLink kind="primary" href={`/${hrefOf('people', 'me')}`}>
          {t.start}
        </ButtonLink>
        <ButtonLink href={`/${hrefOf('settings', 'account')}`}>{t.plan}</ButtonLink>
      </Row>
    </>
  )
}

/** Unless the system is set to reduce motion. */
function Confetti() {
  const canvas = useRef<HTMLCanvasElement>(null)
  const still = useStore($reducedMotion)
  useEffect(() => {
    if (!still && canvas.current) return throwConfetti(canvas.current)
  }, [still])
  if (still) return null
  return (
    <div className={styles.confetti} aria-hidden="true">
      <canvas ref={canvas} />
    </div>
  )
}
