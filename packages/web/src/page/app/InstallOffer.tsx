import { useStore } from '@nanostores/react'
import { AppWindow, Check } from 'lucide-react'
import { deviceHere } from '../../browser/app/device-here.ts'
import { $installed, $installOffered, installPage } from '../../browser/app/install.ts'
import { isIos } from '../../browser/touch/ios.ts'
import { Button } from '../../ui/inputs/Button.tsx'
import { i18n } from '../../ui/language.ts'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import words from '../../ui/Words.module.css'
import { installIos, installOffer } from './en.ts'
import styles from './InstallOffer.module.css'

const messages = i18n('install-offer', installOffer)

/** How to install this page with this browser, or that it is installed. */
export function InstallOffer() {
  const t = useStore(messages)
  const offered = useStore($installOffered) !== undefined
  const installed = useStore($installed)
  return (
    <Stack gap={3} className={styles.offer}>
      <Row role="status" gap={2} className={styles.installed}>
        {installed && (
          <>
            <Check size={18} aria-hidden="true" />
            {t.installed}
          </>
        )}
      </Row>
      {!installed && offered && (
        <Button kind="primary" icon={<AppWindow size={18} aria-hidden="true" />} onClick={() => void installPage()}>
          {t.install}
        </Button>
      )}
      {!installed && !offered && (isIos() ? <InstallOnIos /> : <p className={words.second}>{t[wayHere()]}</p>)}
    </Stack>
  )
}

/** How this browser, which isn't on iOS, installs pages. */
function wayHere(): 'chrome' | 'android' | 'samsung' | 'firefox' | 'safari' {
  const { nickname, type } = deviceHere()
  if (nickname.startsWith('Samsung')) return 'samsung'
  if (type === 'android') return 'android'
  return type === 'firefox' || type === 'safari' ? type : 'chrome'
}

const iosMessages = i18n('install-ios', installIos)

const pictures = { share: '/img/app/ios-share.svg', add: '/img/app/ios-add.svg', open: '/img/app/ios-open.svg' } as const

/** The three steps on an iPhone or iPad. */
export function InstallOnIos() {
  const t = useStore(iosMessages)
  return (
    <Stack as="ol" gap={3} className={styles.steps}>
      {(['share', 'add', 'open'] as const).map((step) => (
        <li key={step}>
          <img src={pictures[step]} alt="" width={120} height={80} loading="lazy" />
          <span>{t[step]}</span>
        </li>
      ))}
    </Stack>
  )
}
