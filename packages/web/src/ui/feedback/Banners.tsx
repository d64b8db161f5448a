import { useStore } from '@nanostores/react'
import { CircleAlert, X } from 'lucide-react'
import { IconButton } from '../inputs/IconButton.tsx'
import { i18n } from '../language.ts'
import styles from './Banners.module.css'
import { bannersWords } from './en.ts'
import { $banners, type BannerText, closeBanner } from './feedback.ts'

const messages = i18n('banners', bannersWords)

/** A banner below the header, over its full width. It stays until closed. */
export function Banner({ title, body, onClose }: BannerText & { onClose: () => void }) {
  const t = useStore(messages)
  return (
    <div role="alert" className={styles.banner}>
      <CircleAlert size={20} aria-hidden="true" className={styles.icon} />
      <div className={styles.words}>
        <strong className={styles.title}>{title}</strong>
        {body && <p>{body}</p>}
      </div>
      <IconButton label={t.close} onClick={onClose}>
        <X size={20} aria-hidden="true" />
      </IconButton>
    </div>
  )
}

export function Banners() {
  const banners = useStore($banners)
  return banners.map((banner) => <Banner key={banner.id} {...banner} onClose={() => closeBanner(banner.id)} />)
}

/** A status line. Always mounted, so changes are announced. */
export function StatusStrip({ text, good = false }: { text: string | undefined; good?: boolean }) {
  return <div role="status">{text && <p className={good ? `${styles.strip} ${styles.good}` : styles.strip}>{text}</p>}</div>
}
