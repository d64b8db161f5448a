import { useStore } from '@nanostores/react'
import { setupOf } from '@waypost/client/setup'
import { ImageIcon, Monitor, QrCode, Smartphone } from 'lucide-react'
import { isMobile } from '../../browser/app/device-here.ts'
import { origin } from '../../browser/location.ts'
import { hrefOf, phoneItem } from '../../route.ts'
import { useSession } from '../../session/context.ts'
import { ButtonLink } from '../../ui/inputs/Button.tsx'
import { i18n } from '../../ui/language.ts'
import { firstSend, phoneCard } from './en.ts'
import styles from './FirstSend.module.css'

const messages = i18n('first-send', firstSend)

/** The first thing to do with a new account: send something, and see it arrive on a phone. */
export function FirstSend({ title }: { title: string }) {
  const t = useStore(messages)
  return (
    <div className={styles.first}>
      <div className={styles.outline} aria-hidden="true">
        <span className={styles.note} />
        <span className={styles.photo}>
          <ImageIcon size={28} />
        </span>
        <span className={styles.short} />
      </div>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.words}>{isMobile() ? t.wordsOnPhone : t.words}</p>
      <PhoneCard />
      <ButtonLink kind="quiet" href={`/${hrefOf('setup')}`}>
        {t.setup}
      </ButtonLink>
    </div>
  )
}

const phoneMessages = i18n('phone-card', phoneCard)

/** Leads to the QR code that signs a phone in; on a phone, to a computer. */
function PhoneCard() {
  const t = useStore(phoneMessages)
  if (isMobile())
    return (
      <div className={styles.phone}>
        <Monitor size={24} aria-hidden="true" />
        <p>{t.computer({ address: origin() })}</p>
      </div>
    )
  return (
    <div className={styles.phone}>
      <Smartphone size={24} aria-hidden="true" />
      <p>{t.phoneMore}</p>
      <ButtonLink kind="primary" icon={<QrCode size={18} aria-hidden="true" />} href={`/${hrefOf('devices', phoneItem)}`}>
        {t.phone}
      </ButtonLink>
    </div>
  )
}

/** The same above the first messages, until there is a phone. */
export function PhoneNext() {
  const steps = useStore(setupOf(useSession()).$steps)
  const open = steps.some(({ name, done }) => name === 'mobile' && !done)
  return (
    open &&
    !isMobile() && (
      <div className={styles.next}>
        <PhoneCard />
      </div>
    )
  )
}
