import { i18n } from '../../ui/language.ts'
import styles from '../markdown/MarkdownPage.module.css'
import { frameRefusal } from './en.ts'

const messages = i18n('frame-refusal', frameRefusal)

/** Shown instead of the page in frames of other sites. */
export function FrameRefusal() {
  return (
    <main id="main" className={styles.centre} style={{ minBlockSize: '100dvh' }}>
      <h1>{messages.get().refused}</h1>
    </main>
  )
}
