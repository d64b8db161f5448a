// Draws the result of a consent that leads to no other page.

import { useStore } from '@nanostores/react'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { copyText } from '../browser/clipboard.ts'
import { CardPage, CardTitle } from '../ui/CardPage.tsx'
import { ButtonLink } from '../ui/inputs/Button.tsx'
import { IconButton } from '../ui/inputs/IconButton.tsx'
import { i18n, params } from '../ui/language.ts'
import styles from './Authorize.module.css'

const messages = i18n('answered', {
  approved: 'Approved',
  denied: 'Denied',
  letIn: params('{name} is let in.'),
  nothing: params('{name} was given nothing.'),
  close: 'You can close this window.',
  code: params('Give this code to {name} only. It can be used once, within ten minutes.'),
  copy: 'Copy',
  copied: 'Copied',
  home: 'Home',
})

interface ResultProps {
  name: string
  approved: boolean
  /** The code that the user copies into the app. */
  code?: string
}

/** The result of a consent that leads to no other page. */
export function Result({ name, approved, code }: ResultProps) {
  const t = useStore(messages)
  const [copied, setCopied] = useState(false)
  return (
    <CardPage>
      <CardTitle>{approved ? t.approved : t.denied}</CardTitle>
      {code === undefined ? (
        <p className={styles.second}>
          <bdi>{approved ? t.letIn({ name }) : t.nothing({ name })}</bdi> {t.close}
        </p>
      ) : (
        <>
          <p className={styles.second}>{t.code({ name })}</p>
          <div className={styles.code}>
            <code dir="ltr">{code}</code>
            <IconButton label={copied ? t.copied : t.copy} onClick={async () => setCopied(await copyText(code))}>
              {copied ? <Check size={18} aria-hidden="true" /> : <Copy size={18} aria-hidden="true" />}
            </IconButton>
          </div>
        </>
      )}
      <ButtonLink href="/">{t.home}</ButtonLink>
    </CardPage>
  )
}
