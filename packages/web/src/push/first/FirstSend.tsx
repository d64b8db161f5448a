// Draws the user's own conversation while it is empty: an example, and how a phone joins in.

import { useStore } from '@nanostores/react'
import { ImageIcon } from 'lucide-react'
import { isMobile } from '../../browser/app/device-here.ts'
import { hrefOf } from '../../route.ts'
import { ButtonLink } from '../../ui/inputs/Button.tsx'
import { i18n } from '../../ui/language.ts'
import styles from './FirstSend.module.css'
import { PhoneCard } from './PhoneCard.tsx'

const messages = i18n('first-send', {
  words: 'Send yourself something: write a note below, or drop a photo anywhere here. It is on all of your devices at once.',
  wordsOnPhone:
    'Send yourself something: write a note below, or choose a photo with the paperclip. It is on all of your devices at once.',
  setup: 'Then: the steps of Setup',
})

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
