import { useStore } from '@nanostores/react'
import { linkTo } from '../../browser/document.ts'
import { origin } from '../../browser/location.ts'
import { Commands } from '../../ui/Commands.tsx'
import { ButtonLink } from '../../ui/inputs/Button.tsx'
import { i18n } from '../../ui/language.ts'
import apps from '../Apps.module.css'
import { More, Step, Steps } from '../Steps.tsx'
import styles from './BrowserExtension.module.css'
import { extensionFirefox } from './en.ts'
import { Checksum, Connect, DownloadButton, FromStore, hasFile, type Offered } from './pieces.tsx'

const messages = i18n('extension-firefox', extensionFirefox)

/** How to install the extension in Firefox. */
export function InFirefox({ offered }: { offered: Offered }) {
  const t = useStore(messages)
  const [name, signed] = ['waypost-firefox.zip', 'waypost-firefox.xpi']
  if (hasFile(offered, signed)) {
    return (
      <>
        <FromStore href={linkTo('firefox')} />
        <Steps>
          <Step words={t.signed}>
            <ButtonLink kind="primary" href={`${origin()}/apps/${signed}`} className={styles.download ?? ''}>
              {t.install}
            </ButtonLink>
            <p className={apps.second}>{t.signedMore}</p>
          </Step>
          <Connect />
        </Steps>
      </>
    )
  }
  const file = (
    <Step words={t.file}>
      <DownloadButton name={name} />
      <Checksum name={name} offered={offered} />
    </Step>
  )
  return (
    <>
      <FromStore href={linkTo('firefox')} />
      <p>{t.unsigned}</p>
      <h3>{t.untilClosed}</h3>
      <p className={apps.second}>{t.untilClosedWords}</p>
      <Steps>
        {file}
        <Step words={t.debugging}>
          <Commands lines={['about:debugging#/runtime/this-firefox']} />
        </Step>
        <Connect />
      </Steps>
      <h3>{t.forGood}</h3>
      <p className={apps.second}>{t.forGoodWords}</p>
      <Steps>
        {file}
        <Step words={t.config}>
          <Commands lines={['xpinstall.signatures.required']} />
        </Step>
        <Step words={t.addons}>
          <Commands lines={['about:addons']} />
        </Step>
        <Connect />
      </Steps>
      <p className={apps.second}>{t.operator}</p>
      <More title={t.updating}>
        <p className={apps.second}>{t.update}</p>
      </More>
    </>
  )
}
