import { i18n } from '../ui/language.ts'
import styles from './Landing.module.css'

const messages = i18n('frame-refusal', { refused: 'This page cannot be shown inside another site.' })

/** All that another site gets to show of us. */
export function FrameRefusal() {
  return (
    <main id="main" className={styles.centre} style={{ minBlockSize: '100dvh' }}>
      <h1>{messages.get().refused}</h1>
    </main>
  )
}
