// Leads people with an iPhone or iPad to the way in which its share sheet reaches this server.

import { useStore } from '@nanostores/react'
import { i18n } from '../ui/language.ts'
import styles from './Apps.module.css'

const messages = i18n('sharing-on-ios', {
  words: 'On an iPhone or iPad, a shortcut shares to Waypost from every app.',
  link: 'Set up sharing on iPhone and iPad',
})

/** A line with a link to the steps: iOS cannot share to a web page. */
export function SharingOnIos() {
  const t = useStore(messages)
  return (
    <p className={styles.second}>
      {t.words} <a href="/share-from-iphone">{t.link}</a>
    </p>
  )
}
