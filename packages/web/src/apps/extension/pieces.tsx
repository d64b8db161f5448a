import { useStore } from '@nanostores/react'
import type { ExtensionDownload } from '@waypost/protocol'
import { Download } from 'lucide-react'
import { origin } from '../../browser/location.ts'
import { type ExtensionBrowser, systemHere } from '../../browser/system.ts'
import { Commands } from '../../ui/Commands.tsx'
import { ButtonLink } from '../../ui/inputs/Button.tsx'
import { i18n } from '../../ui/language.ts'
import { Row } from '../../ui/layout/layout.tsx'
import apps from '../Apps.module.css'
import type { Companion } from '../companion-download.ts'
import { FileList } from '../FileList.tsx'
import { More, Step } from '../Steps.tsx'
import styles from './BrowserExtension.module.css'
import { extensionCheck, extensionSteps, extensionVersion } from './en.ts'
import { checksumLine } from './extension-lines.ts'

/** The server's offer, or why it isn't known. */
export type Offered = ExtensionDownload | Exclude<Companion, object>

const messages = i18n('extension-steps', extensionSteps)

/** The last steps, which are the same in all browsers. */
export function Connect() {
  const t = useStore(messages)
  return (
    <>
      <Step words={t.connect}>
        <Commands lines={[origin()]} />
        <p className={apps.second}>{t.pin}</p>
      </Step>
      <Step words={t.approve} />
    </>
  )
}

/** The browser's store, if the operator has configured one. */
export function FromStore({ href }: { href: string | undefined }) {
  const t = useStore(messages)
  if (href === undefined) return null
  return (
    <>
      <Row gap={4} rowGap={2} wrap>
        <ButtonLink kind="primary" href={href}>
          {t.store}
        </ButtonLink>
        <p className={apps.second}>{t.storeWords}</p>
      </Row>
      <h3>{t.without}</h3>
    </>
  )
}

/** Downloads a file of the extension. */
export function DownloadButton({ name }: { name: string }) {
  const t = useStore(messages)
  return (
    <ButtonLink
      icon={<Download size={18} aria-hidden="true" />}
      href={`${origin()}/apps/${name}`}
      className={styles.download ?? ''}
    >
      {t.download({ name })}
    </ButtonLink>
  )
}

const checkWords = i18n('extension-check', extensionCheck)

/** How to verify a downloaded file. */
export function Checksum({ name, offered }: { name: string; offered: Offered }) {
  const t = useStore(checkWords)
  const sha256 = fileOf(offered, name)?.sha256
  if (sha256 === undefined) return null
  return (
    <More title={t.verify} words={t.verifyWords}>
      <Commands lines={[checksumLine(systemHere() ?? 'linux', name, sha256)]} />
    </More>
  )
}

const versionWords = i18n('extension-version', extensionVersion)

/** The version offered for a browser, with its files. */
export function Version({ browser, offered }: { browser: ExtensionBrowser; offered: Offered }) {
  const t = useStore(versionWords)
  if (typeof offered === 'string') return <p className={styles.version}>{offered === 'failed' ? t.failed : t.loading}</p>
  return (
    <div className={styles.version}>
      <p>{t.version({ version: offered.version })}</p>
      <FileList files={offered.files.filter(({ name }) => name.startsWith(`waypost-${browser}.`))} />
    </div>
  )
}

const fileOf = (offered: Offered, name: string) =>
  typeof offered === 'object' ? offered.files.find((file) => file.name === name) : undefined
/** Whether the server offers a file. */
export const hasFile = (offered: Offered, name: string) => fileOf(offered, name) !== undefined
