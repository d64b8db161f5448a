// Draws `/apps`, the page about all apps: the companion, the app stores and this page as an app.

import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { go, origin } from '../browser/location.ts'
import { systemHere } from '../browser/system.ts'
import { PageTitle } from '../page/PageTitle.tsx'
import { useHash } from '../route.ts'
import { Commands } from '../ui/Commands.tsx'
import { i18n } from '../ui/language.ts'
import styles from './Apps.module.css'
import { CompanionTabs } from './CompanionTabs.tsx'
import { useCompanionDownload } from './companion-download.ts'
import { isSystem } from './companion-lines.ts'
import { Files } from './Files.tsx'
import { InstallPage } from './InstallPage.tsx'
import { SharingOnIos } from './SharingOnIos.tsx'
import { hasStoreLinks, StoreLinks } from './StoreLinks.tsx'

const messages = i18n('apps', {
  title: 'Apps',
  lead: 'Waypost on everything that you use. All of it comes from this server.',
  companion: 'Companion for computers, servers and Android',
  companionWords:
    'A program for the command line that makes a machine one of your devices: it sends and receives, shows notifications, shares the folders that you choose, and lets texts go through a phone.',
  stores: 'From a store',
  script: 'From your own scripts',
  scriptWords: 'A push needs one line and an access token, which you make in',
  account: 'your account settings',
  reference: 'The API reference',
  referenceMore: 'shows every call.',
})

/** `/apps`: all apps, for users and visitors. The hash names the system, e.g. `#android`. */
export function Apps() {
  const t = useStore(messages)
  const hash = useHash().slice(1)
  const [companion, retry] = useCompanionDownload()
  const sha256 = typeof companion === 'object' ? companion.files.find(({ name }) => name === 'waypost.mjs')?.sha256 : undefined
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      <div className={styles.inside}>
        <header className={styles.part}>
          <PageTitle className={styles.title}>{t.title}</PageTitle>
          <p className={styles.second}>{t.lead}</p>
        </header>
        <InstallPage />
        <SharingOnIos />
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
      </div>
    </main>
  )
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={`apps-${id}`} className={styles.part}>
      <h2 id={`apps-${id}`}>{title}</h2>
      {children}
    </section>
  )
}
