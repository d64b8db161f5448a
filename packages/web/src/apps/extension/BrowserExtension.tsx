import { useStore } from '@nanostores/react'
import { Check, Minus } from 'lucide-react'
import { go } from '../../browser/location.ts'
import { type ExtensionBrowser, extensionHere } from '../../browser/system.ts'
import { Tabs } from '../../ui/inputs/Tabs.tsx'
import { i18n } from '../../ui/language.ts'
import { Stack } from '../../ui/layout/layout.tsx'
import apps from '../Apps.module.css'
import type { Companion } from '../companion-download.ts'
import styles from './BrowserExtension.module.css'
import { browserExtension, extensionWhat } from './en.ts'
import { InChromium } from './InChromium.tsx'
import { InFirefox } from './InFirefox.tsx'
import { Version } from './pieces.tsx'

const messages = i18n('browser-extension', browserExtension)

const browsers: readonly ExtensionBrowser[] = ['chromium', 'firefox']
const isBrowser = (name: string): name is ExtensionBrowser => browsers.some((browser) => browser === name)

interface BrowserExtensionProps {
  /** The fragment of the address, which may name a browser. */
  hash: string
  companion: Companion
}

/** The browser extension: how to install it, and what it does. */
export function BrowserExtension({ hash, companion }: BrowserExtensionProps) {
  const t = useStore(messages)
  const here = extensionHere()
  const current = isBrowser(hash) ? hash : (here ?? 'chromium')
  const offered = typeof companion === 'object' ? companion.extension : companion
  return (
    <Stack aria-labelledby="apps-extension" as="section" gap={3}>
      <h2 id="apps-extension">{t.title}</h2>
      <p className={apps.second}>{t.words}</p>
      {here === undefined && <p className={styles.note}>{t.notHere}</p>}
      {offered === undefined ? (
        <p className={styles.note}>{t.none}</p>
      ) : (
        <Tabs
          label={t.label}
          tabs={browsers.map((key) => ({ key, label: t[key] }))}
          current={current}
          onSelect={(key) => go(`/apps#${key}`, { replace: true })}
        >
          <Stack gap={4} className={styles.panel}>
            {here === current && <p className={apps.second}>{t.here}</p>}
            {current === 'firefox' ? <InFirefox offered={offered} /> : <InChromium offered={offered} />}
            <Version browser={current} offered={offered} />
          </Stack>
        </Tabs>
      )}
      <What />
    </Stack>
  )
}

const whatWords = i18n('extension-what', extensionWhat)

function What() {
  const t = useStore(messages)
  const w = useStore(whatWords)
  return (
    <>
      <h3>{t.can}</h3>
      <Stack as="ul" gap={2} className={styles.what}>
        {[w.shows, w.sends, w.opens, w.phone, w.counts].map((words) => (
          <li key={words}>
            <Check size={18} aria-hidden="true" />
            {words}
          </li>
        ))}
      </Stack>
      <h3>{t.cannot}</h3>
      <Stack as="ul" gap={2} className={styles.what}>
        {[w.pages, w.clipboard, w.closed, w.others].map((words) => (
          <li key={words}>
            <Minus size={18} aria-hidden="true" />
            {words}
          </li>
        ))}
      </Stack>
      <p className={apps.second}>
        <a className={styles.privacy} href="/extension-privacy">
          {t.privacy}
        </a>
      </p>
    </>
  )
}
