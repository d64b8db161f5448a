// Shows the root page to visitors without an account.

import { useStore } from '@nanostores/react'
import { MonitorSmartphone, Server, Users } from 'lucide-react'
import { $server } from '../../browser/server-facts.ts'
import { signInAddress, useHash } from '../../route.ts'
import { ButtonLink } from '../../ui/inputs/Button.tsx'
import { i18n } from '../../ui/language.ts'
import styles from './Landing.module.css'
import { LandingDrawing } from './LandingDrawing.tsx'

const messages = i18n('landing', {
  title: 'What you send is already there.',
  lead: 'Waypost carries notes, links and files between your devices, and to the people you know. They arrive while you are still looking.',
  create: 'Create account',
  signIn: 'Sign In',
  invite: 'New here? This server takes new accounts by invitation: open the link in yours.',
  closed: 'This server takes no new accounts.',
  devices: 'Your devices',
  devicesMore: 'Write it on one screen, read it on the next. Every device keeps the whole conversation.',
  people: 'Your people',
  peopleMore: 'An email address is all it takes to start. What you send waits until they look.',
  yours: 'Your own server',
  yoursMore: 'It runs on a machine of your choosing. Nothing passes through anybody else.',
})

/** The root page of a visitor. */
export function Landing() {
  const t = useStore(messages)
  const hash = useHash()
  const { signUp } = useStore($server)
  const facts = [
    { Icon: MonitorSmartphone, title: t.devices, text: t.devicesMore },
    { Icon: Users, title: t.people, text: t.peopleMore },
    { Icon: Server, title: t.yours, text: t.yoursMore },
  ]
  return (
    <main id="main" tabIndex={-1} className={styles.landing}>
      <div className={styles.hero}>
        <div className={styles.words}>
          <h1 className={styles.headline} tabIndex={-1} data-title="">
            {t.title}
          </h1>
          <p className={styles.lead}>{t.lead}</p>
          <div className={styles.actions}>
            {signUp === 'open' && (
              <ButtonLink href={signInAddress(hash, { create: '1' })} kind="primary" className={styles.big ?? ''}>
                {t.create}
              </ButtonLink>
            )}
            <ButtonLink
              href={signInAddress(hash)}
              kind={signUp === 'open' ? 'secondary' : 'primary'}
              className={styles.big ?? ''}
            >
              {t.signIn}
            </ButtonLink>
          </div>
          {signUp !== 'open' && <p className={styles.joining}>{signUp === 'invite' ? t.invite : t.closed}</p>}
        </div>
        <LandingDrawing />
      </div>
      <ul className={styles.facts}>
        {facts.map(({ Icon, title, text }) => (
          <li key={title}>
            <span className={styles.tile}>
              <Icon size={22} aria-hidden="true" />
            </span>
            <h2 className={styles.factTitle}>{title}</h2>
            <p className={styles.factText}>{text}</p>
          </li>
        ))}
      </ul>
    </main>
  )
}
