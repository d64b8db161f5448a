// Shows how to install the companion, with a tab for each system.

import { useStore } from '@nanostores/react'
import { Suspense } from 'react'
import { isLocalhost, origin } from '../browser/location.ts'
import { systemHere } from '../browser/system.ts'
import { Tabs } from '../ui/inputs/Tabs.tsx'
import { i18n, params } from '../ui/language.ts'
import { lazily } from '../ui/lazily.tsx'
import { CompanionSteps } from './CompanionSteps.tsx'
import styles from './CompanionTabs.module.css'
import { isSystem, type System, systems } from './companion-lines.ts'

const QrCode = lazily(() => import('../ui/QrCode.tsx').then((module) => module.QrCode))

const messages = i18n('companion-tabs', {
  label: 'Kind of machine',
  linux: 'Linux',
  mac: 'macOS',
  windows: 'Windows',
  server: 'Server',
  android: 'Android',
  scan: 'Scan this with the phone: it opens this page there, so that you can copy the lines.',
  code: params('QR code of {address}'),
})

interface CompanionTabsProps {
  current: System
  onSelect(system: System): void
  sha256?: string | undefined
}

/** How to install the companion, for each system. */
export function CompanionTabs({ current, onSelect, sha256 }: CompanionTabsProps) {
  const t = useStore(messages)
  const address = `${origin()}/apps#android`
  return (
    <Tabs
      label={t.label}
      tabs={systems.map((key) => ({ key, label: t[key] }))}
      current={current}
      onSelect={(key) => isSystem(key) && onSelect(key)}
    >
      <div className={styles.panel}>
        {current === 'android' && systemHere() !== 'android' && !isLocalhost() && (
          <div className={styles.scan}>
            <Suspense fallback={<span className={styles.place} />}>
              <QrCode text={address} label={t.code({ address })} />
            </Suspense>
            <p className={styles.second}>{t.scan}</p>
          </div>
        )}
        <CompanionSteps system={current} sha256={sha256} />
      </div>
    </Tabs>
  )
}
