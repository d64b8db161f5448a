import { useStore } from '@nanostores/react'
import type { Calls } from '@waypost/client/ground/call'
import type { Account, SupportAnswers } from '@waypost/protocol'
import { useEffect, useRef, useState } from 'react'
import { helpSite, supportEmail } from '../browser/document.ts'
import { PageTitle } from '../page/PageTitle.tsx'
import { Button } from '../ui/inputs/Button.tsx'
import { i18n } from '../ui/language.ts'
import { Stack } from '../ui/layout/layout.tsx'
import { Answers } from './Answers.tsx'
import { getHelp, support } from './en.ts'
import { loadAnswers } from './load-answers.ts'
import { MessageForm } from './MessageForm.tsx'
import { answersFrom, answersTo } from './match-answers.ts'
import styles from './Support.module.css'

const messages = i18n('support', support)

interface SupportProps {
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
          <Stack gap={4} className={styles.column}>
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
          </Stack>
          <Answers answers={answersTo(text, guesses)} />
        </div>
      )}
      {help && <GetHelp href={help} />}
    </main>
  )
}

function useGuesses(wanted: boolean): SupportAnswers {
  const [guesses, setGuesses] = useState<SupportAnswers>([])
  useEffect(() => {
    if (wanted) void loadAnswers().then(setGuesses)
  }, [wanted])
  return guesses
}

const helpWords = i18n('get-help', getHelp)

/** The gap to a focused element that the button would cover, in CSS pixels. */
const clear = 12

/** Scrolls the page so that it never covers the focused element. */
function GetHelp({ href }: { href: string }) {
  const t = useStore(helpWords)
  const button = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    const uncover = () => {
      const focused = document.activeElement
      if (!focused || !button.current || focused === button.current || focused === document.body) return
      const over = button.current.getBoundingClientRect()
      const under = focused.getBoundingClientRect()
      const apart = under.right < over.left || under.left > over.right || under.bottom < over.top || under.top > over.bottom
      if (!apart) window.scrollBy({ top: under.bottom - over.top + clear, behavior: 'instant' })
    }
    // After the browser has scrolled it into view.
    const later = () => requestAnimationFrame(uncover)
    document.addEventListener('focusin', later)
    window.addEventListener('resize', later)
    return () => {
      document.removeEventListener('focusin', later)
      window.removeEventListener('resize', later)
    }
  }, [])
  return (
    <a ref={button} href={href} className={styles.help}>
      <span className={styles.mark} aria-hidden="true">
        ?
      </span>
      {t.label}
    </a>
  )
}
