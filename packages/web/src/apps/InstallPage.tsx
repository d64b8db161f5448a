// Explains how to install this page as an app: in this browser, and in others.

import { useStore } from '@nanostores/react'
import { InstallOffer } from '../page/app/InstallOffer.tsx'
import { i18n } from '../ui/language.ts'
import styles from './Apps.module.css'

const messages = i18n('apps-install', {
  title: 'This page as an app',
  words:
    'It gets a window and an icon of its own, on phones and computers alike, opens without a network, and shows what arrives while it is closed. Nothing else has to be downloaded.',
  elsewhere: 'In other browsers',
  chrome: 'Chrome and Edge: choose “Install Waypost” in the menu, or the icon at the end of the address bar.',
  android: 'Firefox on Android: choose “Install” in the menu.',
  ios: 'iPhone and iPad: press Share, then “Add to Home Screen”.',
  mac: 'Safari on a Mac: choose “Add to Dock” in the File menu.',
})

/** Installs the page as an app, or says how. */
export function InstallPage() {
  const t = useStore(messages)
  return (
    <section aria-labelledby="apps-install" className={styles.part}>
      <h2 id="apps-install">{t.title}</h2>
      <p className={styles.second}>{t.words}</p>
      <InstallOffer />
      <details className={styles.elsewhere}>
        <summary>{t.elsewhere}</summary>
        <ul className={styles.ways}>
          {[t.chrome, t.android, t.ios, t.mac].map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      </details>
    </section>
  )
}
