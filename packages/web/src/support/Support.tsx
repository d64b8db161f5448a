// Draws `/support`, the page with the form for a message to support and suggested answers.

import { useStore } from '@nanostores/react'
import type { Calls } from '@waypost/client/ground/call'
import type { Account, SupportAnswers } from '@waypost/protocol'
import { useEffect, useState } from 'react'
import { helpSite, supportEmail } from '../browser/document.ts'
import { PageTitle } from '../page/PageTitle.tsx'
import { Button } from '../ui/inputs/Button.tsx'
import { i18n } from '../ui/language.ts'
import { Answers } from './Answers.tsx'
import { GetHelp } from './GetHelp.tsx'
import { loadAnswers } from './load-answers.ts'
import { MessageForm } from './MessageForm.tsx'
import { answersFrom, answersTo } from './match-answers.ts'
import styles from './Support.module.css'

const messages = i18n('support', {
  title: 'Get in touch:',
  mail: 'Or send an email to',
  thanks: 'Thanks!',
  sent: 'Your message is on its way to the operator of this server. They will reply to the address that you gave.',
  another: 'Write another message',
})

interface SupportProps {
  /** The sender, if signed in. */
  account: Account | undefined
  calls: Pick<Calls, 'call'>
}

/** `/support`: the form for a message to the operator, with suggested answers. */
export function Support({ account, calls }: SupportProps) {
  const t = useStore(messages)
  const [sent, setSent] = useState(false)
  const [text, setText] = useState('')
  const guesses = useGuesses(text.trim().length >= answersFrom)
  const help = helpSite()
  const email = supportEmail()
  return (
    <main id="main" tabIndex={-1} className={help ? `${styles.page} ${styles.withHelp}` : styles.page}>
      {sent ? (
        <div className={styles.thanks}>
          <PageTitle className={styles.title}>{t.thanks}</PageTitle>
          <p role="status" className={styles.second}>
            {t.sent}
          </p>
          <Button onClick={() => setSent(false)}>{t.another}</Button>
        </div>
      ) : (
        <div className={styles.columns}>
          <div className={styles.column}>
            <PageTitle className={styles.title}>{t.title}</PageTitle>
            <MessageForm
              account={account}
              calls={calls}
              text={text}
              onText={setText}
              onSent={() => {
                setText('')
                setSent(true)
              }}
            />
            {email && (
              <p className={styles.second}>
                {t.mail}{' '}
                <a href={`mailto:${email}`} className={styles.mail}>
                  {email}
                </a>
              </p>
            )}
          </div>
          <Answers answers={answersTo(text, guesses)} />
        </div>
      )}
      {help && <GetHelp href={help} />}
    </main>
  )
}

/** Loads the answers when they are needed first. */
function useGuesses(wanted: boolean): SupportAnswers {
  const [guesses, setGuesses] = useState<SupportAnswers>([])
  useEffect(() => {
    if (wanted) void loadAnswers().then(setGuesses)
  }, [wanted])
  return guesses
}
