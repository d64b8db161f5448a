import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { go, origin } from '../browser/location.ts'
import { systemHere } from '../browser/system.ts'
import { InstallOffer } from '../page/app/InstallOffer.tsx'
import { PageTitle } from '../page/PageTitle.tsx'
import { useHash } from '../route.ts'
import { Commands } from '../ui/Commands.tsx'
import { Button } from '../ui/inputs/Button.tsx'
import { Spinner } from '../ui/inputs/Spinner.tsx'
import { i18n } from '../ui/language.ts'
import { Stack } from '../ui/layout/layout.tsx'
import styles from './Apps.module.css'
import { CompanionTabs } from './CompanionTabs.tsx'
import { type Companion, useCompanionDownload } from './companion-download.ts'
import { isSystem } from './companion-lines.ts'
import { apps, appsFiles, appsInstall, sharingOnIos } from './en.ts'
import { BrowserExtension } from './extension/BrowserExtension.tsx'
import { FileList } from './FileList.tsx'
import { hasStoreLinks, StoreLinks } from './StoreLinks.tsx'

const messages = i18n('apps', apps)

/** `/apps`: all apps, for users and visitors. The hash names the system, e.g. `#android`, or the browser, e.g. `#firefox`. */
export function Apps() {
  const t = useStore(messages)
  const hash = useHash().slice(1)
  const [companion, retry] = useCompanionDownload()
  const sha256 = typeof companion === 'object' ? companion.files.find(({ name }) => name === 'waypost.mjs')?.sha256 : undefined
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      <Stack gap={7} className={styles.inside}>
        <Stack as="header" gap={3}>
          <PageTitle className={styles.title}>{t.title}</PageTitle>
          <p className={styles.second}>{t.lead}</p>
        </Stack>
        <InstallPage />
        <SharingOnIos />
        <BrowserExtension hash={hash} companion={companion} />
        <Part id="companion" title={t.companion}>
          <p className={styles.second}>{t.companionWords}</p>
          <CompanionTabs
            current={isSystem(hash) ? hash : (systemHere() ?? 'linux')}
            onSelect={(system) => go(`/apps#${system}`, { replace: true })}
            sha256={sha256}
          />
          <Files companion={companion} onRetry={retry} />
        </Part>
        {hasStoreLinks() && (
          <Part id="stores" title={t.stores}>
            <StoreLinks title={t.stores} />
          </Part>
        )}
        <Part id="script" title={t.script}>
          <p className={styles.second}>
            {t.scriptWords} <a href="/account">{t.account}</a>.
          </p>
          <Commands
            lines={[
              `curl ${origin()}/v2/pushes -H "Access-Token: $WAYPOST_TOKEN" -d type=note -d title=Hello -d body="From a script"`,
            ]}
          />
          <p className={styles.second}>
            <a href="/docs/api">{t.reference}</a> {t.referenceMore}
          </p>
        </Part>
      </Stack>
    </main>
  )
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <Stack aria-labelledby={`apps-${id}`} as="section" gap={3}>
      <h2 id={`apps-${id}`}>{title}</h2>
      {children}
    </Stack>
  )
}

const installWords = i18n('apps-install', appsInstall)

function InstallPage() {
  const t = useStore(installWords)
  return (
    <Stack aria-labelledby="apps-install" as="section" gap={3}>
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
    </Stack>
  )
}

const sharingWords = i18n('sharing-on-ios', sharingOnIos)

/** For iOS, which can't share to a web page. */
function SharingOnIos() {
  const t = useStore(sharingWords)
  return (
    <p className={styles.second}>
      {t.words} <a href="/share-from-iphone">{t.link}</a>
    </p>
  )
}

const fileWords = i18n('apps-files', appsFiles)

function Files({ companion, onRetry }: { companion: Companion; onRetry(): void }) {
  const t = useStore(fileWords)
  if (companion === 'loading') {
    return (
      <div className={styles.files}>
        <Spinner label={t.loading} visibleLabel />
      </div>
    )
  }
  if (companion === 'failed') {
    return (
      <Stack role="alert" gap={3} className={styles.failed}>
        <p>{t.failed}</p>
        <Button onClick={onRetry}>{t.retry}</Button>
      </Stack>
    )
  }
  return (
    <div className={styles.files}>
      <h3>{t.version({ version: companion.version })}</h3>
      <FileList files={companion.files} />
    </div>
  )
}
