import { useStore } from '@nanostores/react'
import { Suspense } from 'react'
import { isLocalhost, origin } from '../browser/location.ts'
import { systemHere } from '../browser/system.ts'
import { Commands } from '../ui/Commands.tsx'
import { Tabs } from '../ui/inputs/Tabs.tsx'
import { i18n } from '../ui/language.ts'
import { Row, Stack } from '../ui/layout/layout.tsx'
import { lazily } from '../ui/lazily.tsx'
import styles from './CompanionTabs.module.css'
import { companionLines, isSystem, type System, systems } from './companion-lines.ts'
import { companionSteps, companionTabs } from './en.ts'
import { More, Step, Steps } from './Steps.tsx'

const QrCode = lazily(() => import('../ui/QrCode.tsx').then((module) => module.QrCode))

const messages = i18n('companion-tabs', companionTabs)

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
      <Stack gap={5} className={styles.panel}>
        {current === 'android' && systemHere() !== 'android' && !isLocalhost() && (
          <Row gap={5} rowGap={3} wrap>
            <Suspense fallback={<span className={styles.place} />}>
              <QrCode text={address} label={t.code({ address })} />
            </Suspense>
            <p className={styles.scanWords}>{t.scan}</p>
          </Row>
        )}
        <CompanionSteps system={current} sha256={sha256} />
      </Stack>
    </Tabs>
  )
}

const stepWords = i18n('companion-steps', companionSteps)

const termuxApps = [
  ['Termux', 'com.termux'],
  ['Termux:API', 'com.termux.api'],
  ['Termux:Boot', 'com.termux.boot'],
] as const

/** `sha256` is the checksum of the single file, if known. */
function CompanionSteps({ system, sha256 }: { system: System; sha256?: string | undefined }) {
  const t = useStore(stepWords)
  const lines = companionLines(system, origin(), sha256)
  const android = system === 'android'
  return (
    <>
      {isLocalhost() && <p className={styles.note}>{t.onlyHere({ origin: origin() })}</p>}
      <Steps>
        {android && (
          <Step words={t.termux}>
            <ul className={styles.links}>
              {termuxApps.map(([name, id]) => (
                <li key={id}>
                  <a href={`https://f-droid.org/packages/${id}/`}>{name}</a>
                </li>
              ))}
            </ul>
          </Step>
        )}
        <Step words={android ? t.termuxNode : t.node}>
          <Commands lines={lines.node} />
          {!android && (
            <p className={styles.second}>
              {t.getNode} <a href="https://nodejs.org/">nodejs.org</a>.
            </p>
          )}
        </Step>
        <Step words={android ? t.termuxInstall : t.install}>
          <Commands lines={lines.npm} />
          {lines.file && (
            <More title={t.file} words={system === 'windows' ? t.fileWindows : t.fileWords}>
              <Commands lines={lines.file} />
              {lines.verify && (
                <>
                  <p className={styles.second}>{t.verify}</p>
                  <Commands lines={lines.verify} />
                </>
              )}
            </More>
          )}
          {lines.path && (
            <More title={t.path} words={t.pathWords}>
              <Commands lines={lines.path} />
            </More>
          )}
        </Step>
        <Step words={system === 'server' ? t.code : t.signIn}>
          <Commands lines={lines.signIn} />
        </Step>
        <Step words={android ? t.termuxRun : system === 'server' ? t.linger : t.run}>
          <Commands lines={lines.run} />
        </Step>
      </Steps>
    </>
  )
}
