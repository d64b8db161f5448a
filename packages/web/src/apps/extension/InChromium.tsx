import { useStore } from '@nanostores/react'
import { linkTo } from '../../browser/document.ts'
import { Commands } from '../../ui/Commands.tsx'
import { i18n } from '../../ui/language.ts'
import apps from '../Apps.module.css'
import { More, Step, Steps } from '../Steps.tsx'
import { extensionChromium } from './en.ts'
import { Checksum, Connect, DownloadButton, FromStore, hasFile, type Offered } from './pieces.tsx'

const messages = i18n('extension-chromium', extensionChromium)

/** How to install the extension in Chromium-based browsers. */
export function InChromium({ offered }: { offered: Offered }) {
  const t = useStore(messages)
  const name = 'waypost-chromium.zip'
  const isSigned = hasFile(offered, 'waypost-chromium.crx')
  return (
    <>
      <FromStore href={linkTo('chrome')} />
      <Steps>
        <Step words={t.unpack}>
          <DownloadButton name={name} />
          <Checksum name={name} offered={offered} />
        </Step>
        <Step words={t.manage}>
          <Commands lines={['chrome://extensions']} />
          <p className={apps.second}>{t.others}</p>
        </Step>
        <Step words={t.load} />
        <Connect />
      </Steps>
      <More title={t.updating}>
        <p className={apps.second}>{t.update}</p>
      </More>
      {isSigned && (
        <More title={t.managed}>
          <p className={apps.second}>{t.managedWords}</p>
        </More>
      )}
    </>
  )
}
