// Explains how to install this page as an app, with a button where the browser offers one.

import { useStore } from '@nanostores/react'
import { AppWindow, Check } from 'lucide-react'
import { $installed, $installOffered, installPage } from '../browser/install.ts'
import { Button } from '../ui/inputs/Button.tsx'
import { i18n } from '../ui/language.ts'
import styles from './Apps.module.css'

const messages = i18n('apps-install', {
  title: 'This page as an app',
  words: 'It gets a window and an icon of its own, on phones and computers alike. Nothing else has to be downloaded.',
  install: 'Install',
  installed: 'Installed',
  chrome: 'Chrome and Edge: choose “Install Waypost” in the menu, or the icon at the end of the address bar.',
  android: 'Firefox on Android: choose “Install” in the menu.',
  ios: 'iPhone and iPad: press Share, then “Add to Home Screen”.',
  mac: 'Safari on a Mac: choose “Add to Dock” in the File menu.',
})

/** Installs the page as an app: by a button if the browser offers a prompt, else by instructions. */
export function InstallPage() {
  const t = useStore(messages)
  const offered = useStore($installOffered) !== undefined
  const installed = useStore($installed)
  return (
    <section aria-labelledby="apps-install" className={styles.part}>
      <h2 id="apps-install">{t.title}</h2>
      <p className={styles.second}>{t.words}</p>
      <div role="status" className={styles.installed}>
        {installed && (
          <>
            <Check size={18} aria-hidden="true" />
            {t.installed}
          </>
        )}
      </div>
      {offered && !installed && (
        <div>
          <Button kind="primary" icon={<AppWindow size={18} aria-hidden="true" />} onClick={() => void installPage()}>
            {t.install}
          </Button>
        </div>
      )}
      {!offered && !installed && (
        <ul className={styles.ways}>
          {[t.chrome, t.android, t.ios, t.mac].map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
    </section>
  )
}
