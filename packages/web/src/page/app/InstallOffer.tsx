// Offers to install this page as an app: by a button where the browser has a prompt, else in the words of this browser.

import { useStore } from '@nanostores/react'
import { AppWindow, Check } from 'lucide-react'
import { deviceHere } from '../../browser/app/device-here.ts'
import { $installed, $installOffered, installPage } from '../../browser/app/install.ts'
import { isIos } from '../../browser/touch/ios.ts'
import { Button } from '../../ui/inputs/Button.tsx'
import { i18n } from '../../ui/language.ts'
import styles from './InstallOffer.module.css'
import { InstallOnIos } from './InstallOnIos.tsx'

const messages = i18n('install-offer', {
  install: 'Install',
  installed: 'Installed',
  chrome: 'Choose “Install Waypost” in the menu of the browser, or the icon at the end of the address bar.',
  android: 'Choose “Install” or “Add to Home screen” in the menu of the browser.',
  samsung: 'Press the menu of the browser, then “Add page to”, then “Home screen”.',
  firefox: 'Firefox on computers does not install pages. Waypost works in it all the same; Chrome and Edge install it.',
  safari: 'Choose “Add to Dock” in the File menu.',
})

/** How to install this page with this browser, or that it is installed. */
export function InstallOffer() {
  const t = useStore(messages)
  const offered = useStore($installOffered) !== undefined
  const installed = useStore($installed)
  return (
    <div className={styles.offer}>
      <div role="status" className={styles.installed}>
        {installed && (
          <>
            <Check size={18} aria-hidden="true" />
            {t.installed}
          </>
        )}
      </div>
      {!installed && offered && (
        <Button kind="primary" icon={<AppWindow size={18} aria-hidden="true" />} onClick={() => void installPage()}>
          {t.install}
        </Button>
      )}
      {!installed && !offered && (isIos() ? <InstallOnIos /> : <p className={styles.words}>{t[wayHere()]}</p>)}
    </div>
  )
}

/** How this browser, which is not on iOS, installs pages. */
function wayHere(): 'chrome' | 'android' | 'samsung' | 'firefox' | 'safari' {
  const { nickname, type } = deviceHere()
  if (nickname.startsWith('Samsung')) return 'samsung'
  if (type === 'android') return 'android'
  return type === 'firefox' || type === 'safari' ? type : 'chrome'
}
