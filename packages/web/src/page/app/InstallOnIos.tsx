// Shows with pictures how an iPhone or iPad installs this page.

import { useStore } from '@nanostores/react'
import { i18n } from '../../ui/language.ts'
import styles from './InstallOffer.module.css'

const messages = i18n('install-ios', {
  share: 'Press Share, in the bar of Safari.',
  add: 'Scroll down and press “Add to Home Screen”, then “Add”.',
  open: 'Open Waypost from your home screen and sign in there. Notifications come from there, too.',
})

const pictures = { share: '/img/app/ios-share.svg', add: '/img/app/ios-add.svg', open: '/img/app/ios-open.svg' } as const

/** The three steps on an iPhone or iPad. */
export function InstallOnIos() {
  const t = useStore(messages)
  return (
    <ol className={styles.steps}>
      {(['share', 'add', 'open'] as const).map((step) => (
        <li key={step}>
          <img src={pictures[step]} alt="" width={120} height={80} loading="lazy" />
          <span>{t[step]}</span>
        </li>
      ))}
    </ol>
  )
}
