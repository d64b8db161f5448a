// Shows the root page to visitors without an account.

import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { origin } from '../../browser/location.ts'
import { $server } from '../../browser/server-facts.ts'
import { signInAddress, useHash } from '../../route.ts'
import { Commands } from '../../ui/Commands.tsx'
import { ButtonLink } from '../../ui/inputs/Button.tsx'
import { i18n, params } from '../../ui/language.ts'
import { Compared } from './Compared.tsx'
import { FilesExample, ListExample, TextsExample } from './examples.tsx'
import styles from './Landing.module.css'
import { Stage } from './Stage.tsx'

const messages = i18n('landing', {
  title: 'What you send is already there.',
  lead: 'Notes, links, files and texts between your phone, your computers and the people you know. Free software, on a server of your own.',
  create: 'Create account',
  signIn: 'Sign In',
  invite: 'New here? This server takes new accounts by invitation: open the link in yours.',
  closed: 'This server takes no new accounts.',
  run: 'Or run it yourself: Node.js 20 or newer, one command, no other parts.',
})

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
          <div className={styles.actions}>
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
          </div>
          {!isOpen && <p className={styles.small}>{signUp === 'invite' ? t.invite : t.closed}</p>}
          <p className={styles.small}>{t.run}</p>
        </div>
        <Stage />
      </div>
    </div>
  )
}

const sceneMessages = i18n('landing-scenes', {
  texts: 'Text from a real keyboard',
  textsMore: 'Your Android phone sends and receives. You read and write on any screen, with the whole thread in front of you.',
  files: "Any machine's files, from here",
  filesMore: 'Browse the folders you chose to share on a computer or a server, and have one file sent to where you are.',
  notices: 'Everything that notifies, in one place',
  noticesMore:
    "Your phone's notifications, a feed, a build that broke, the door bell: one list, searchable, on every device. From a script it is one line.",
  build: params('curl -u $TOKEN: {server}/v2/pushes -d title=Build -d body="main failed"'),
})

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

/** What one can do with it, in words and as it looks. */
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

const whomMessages = i18n('landing-for-whom', {
  person: 'For one person',
  personMore: 'Three machines, a phone, and no more emails to yourself.',
  family: 'For a family or a team',
  familyMore: 'Conversations and files on a machine you know.',
  scripts: 'For scripts and servers',
  scriptsMore: 'A public API, web hooks by curl, RSS channels.',
})

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
