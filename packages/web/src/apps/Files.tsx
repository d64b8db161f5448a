// Shows the version of the companion that this server offers, with its files and their checksums.

import { useStore } from '@nanostores/react'
import { Download } from 'lucide-react'
import { sizeOf } from '../format/size.ts'
import { Button } from '../ui/inputs/Button.tsx'
import { Spinner } from '../ui/inputs/Spinner.tsx'
import { i18n, params } from '../ui/language.ts'
import styles from './Apps.module.css'
import type { Companion } from './companion-download.ts'

const messages = i18n('apps-files', {
  loading: 'Loading the version',
  failed: 'Couldn’t load which version this server offers. Check your connection and try again.',
  retry: 'Try again',
  version: params('Version {version}'),
  download: 'Download',
  sum: 'SHA-256',
})

/** The companion's version, with its files and their checksums. */
export function Files({ companion, onRetry }: { companion: Companion; onRetry(): void }) {
  const t = useStore(messages)
  if (companion === 'loading') {
    return (
      <div className={styles.files}>
        <Spinner label={t.loading} visibleLabel />
      </div>
    )
  }
  if (companion === 'failed') {
    return (
      <div role="alert" className={styles.failed}>
        <p>{t.failed}</p>
        <Button onClick={onRetry}>{t.retry}</Button>
      </div>
    )
  }
  return (
    <div className={styles.files}>
      <h3>{t.version({ version: companion.version })}</h3>
      <ul className={styles.list}>
        {companion.files.map(({ name, size, sha256 }) => (
          <li key={name}>
            <a href={`/apps/${name}`} download={name} className={styles.file}>
              <Download size={18} aria-hidden="true" />
              <span className="hidden-words">{t.download}</span>
              <span>{name}</span>
            </a>{' '}
            <span className={styles.size}>{sizeOf(size)}</span>
            <p className={styles.sum}>
              {t.sum} <code dir="ltr">{sha256}</code>
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}
