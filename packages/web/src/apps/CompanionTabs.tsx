import { useStore } from '@nanostores/react'
import { Suspense } from 'react'
import { isLocalhost, origin } from '../browser/location.ts'
import { systemHere } from '../browser/system.ts'
import { Commands } from '../ui/Commands.tsx'
import { Tabs } from '../ui/inputs/Tabs.tsx'
import { i18n, params } from '../ui/language.ts'
import { lazily } from '../ui/lazily.tsx'
import styles from './CompanionTabs.module.css'
import { companionLines, isSystem, type System, systems } from './companion-lines.ts'
import { More, Step, Steps } from './Steps.tsx'

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
            <p className={styles.scanWords}>{t.scan}</p>
          </div>
        )}
        <CompanionSteps system={current} sha256={sha256} />
      </div>
    </Tabs>
  )
}

const stepWords = i18n('companion-steps', {
  node: 'You need Node.js 20.9 or newer. This says which one is there:',
  getNode: 'None there? Take it from the packages of your system, or from',
  install: 'Install the companion. It goes into your own folders and needs no administrator.',
  file: 'Without npm: a single file',
  fileWords: 'The whole program is one file, which Node.js runs. These lines put it where your shell looks for programs.',
  fileWindows: 'The whole program is one file, which Node.js runs. Type these lines into PowerShell.',
  verify: 'Check that it arrived whole:',
  path: 'Shell does not find “waypost”?',
  pathWords: 'Add the folder to where it looks, now and from the next sign-in on:',
  signIn: 'Sign in. Your browser opens, and the sign-in comes back by itself.',
  code: 'Sign in. A server has no browser: it shows a code, which you type on any device that has one.',
  run: 'Let it run, now and whenever you are signed in there. It shows what arrives. “waypost settings” says what else it can do.',
  linger: 'Let it run, even while no one is signed in there. “waypost settings” lists what it can do, such as sharing folders.',
  termux: 'Install these three apps from F-Droid. The ones on Google Play are too old.',
  termuxNode: 'Open Termux and install what the companion needs:',
  termuxInstall: 'Install the companion:',
  termuxRun: 'Let texts go through this phone, and let the companion run. Android asks for permissions the first time.',
  onlyHere: params(
    'Other devices can’t reach {origin}: that address means “this computer”. Open this page at the address that your server has in the network.',
  ),
})

const termuxApps = [
  ['Termux', 'com.termux'],
  ['Termux:API', 'com.termux.api'],
  ['Termux:Boot', 'com.termux.boot'],
] as const

/** The commands that install the companion on a system. `sha256` is the checksum of the single file, if known. */
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
