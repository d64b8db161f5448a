import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { origin } from '../../browser/location.ts'
import { $server } from '../../browser/server-facts.ts'
import { signInAddress, useHash } from '../../route.ts'
import { Commands } from '../../ui/Commands.tsx'
import { ButtonLink } from '../../ui/inputs/Button.tsx'
import { i18n } from '../../ui/language.ts'
import { Row } from '../../ui/layout/layout.tsx'
import { Compared } from './Compared.tsx'
import { landingForWhom, landingScenes, landingWords } from './en.ts'
import { FilesExample, ListExample, TextsExample } from './examples.tsx'
import styles from './Landing.module.css'
import { Stage } from './Stage.tsx'

const messages = i18n('landing', landingWords)

/** The root page of a visitor. */
export function Landing() {
  return (
    <main id="main" tabIndex={-1} className={styles.landing}>
      <Hero />
      <Scenes />
      <ForWhom />
      <Compared />
    </main>
  )
}

function Hero() {
  const t = useStore(messages)
  const hash = useHash()
  const { signUp } = useStore($server)
  const isOpen = signUp === 'open'
  return (
    <div className={styles.hero}>
      <div className={styles.columns}>
        <div className={styles.words}>
          <h1 className={styles.headline} tabIndex={-1} data-title="">
            {t.title}
          </h1>
          <p className={styles.lead}>{t.lead}</p>
          <Row gap={3} wrap className={styles.actions}>
            <ButtonLink
              href={isOpen ? signInAddress(hash, { create: '1' }) : signInAddress(hash)}
              kind="primary"
              className={styles.begin ?? ''}
            >
              {isOpen ? t.create : t.signIn}
            </ButtonLink>
            <div className={styles.run}>
              <Commands lines={['npm start']} />
            </div>
          </Row>
          {!isOpen && <p className={styles.small}>{signUp === 'invite' ? t.invite : t.closed}</p>}
          <p className={styles.small}>{t.run}</p>
        </div>
        <Stage />
      </div>
    </div>
  )
}

const sceneMessages = i18n('landing-scenes', landingScenes)

function Scenes() {
  const t = useStore(sceneMessages)
  return (
    <>
      <Scene title={t.texts} words={t.textsMore}>
        <TextsExample />
      </Scene>
      <Scene title={t.files} words={t.filesMore} turned>
        <FilesExample />
      </Scene>
      <Scene title={t.notices} words={t.noticesMore}>
        <ListExample />
        <pre className={styles.line} dir="ltr">
          {t.build({ server: origin() })}
        </pre>
      </Scene>
    </>
  )
}

function Scene({ title, words, turned, children }: { title: string; words: string; turned?: boolean; children: ReactNode }) {
  return (
    <section className={styles.scene} data-turned={turned || undefined}>
      <div>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.sceneWords}>{words}</p>
      </div>
      <div>{children}</div>
    </section>
  )
}

const whomMessages = i18n('landing-for-whom', landingForWhom)

function ForWhom() {
  const t = useStore(whomMessages)
  const lines = [
    [t.person, t.personMore],
    [t.family, t.familyMore],
    [t.scripts, t.scriptsMore],
  ]
  return (
    <ul className={styles.whom}>
      {lines.map(([title, words]) => (
        <li key={title}>
          <strong>{title}</strong>
          <p>{words}</p>
        </li>
      ))}
    </ul>
  )
}
