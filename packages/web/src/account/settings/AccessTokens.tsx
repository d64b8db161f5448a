// Draws the settings that create access tokens and revoke all of them.

import { useStore } from '@nanostores/react'
import { createAccessToken, deleteAllAccessTokens, Refusal } from '@waypost/protocol'
import { Check, Copy, KeyRound } from 'lucide-react'
import { useRef, useState } from 'react'
import { copyText } from '../../browser/clipboard.ts'
import { useSession } from '../../session/context.ts'
import { say } from '../../ui/accessibility/announce.ts'
import { Button } from '../../ui/inputs/Button.tsx'
import { IconButton } from '../../ui/inputs/IconButton.tsx'
import { TwoStep } from '../../ui/inputs/TwoStep.tsx'
import { i18n } from '../../ui/language.ts'
import { showAlert } from '../../ui/notices/notices.ts'
import styles from './Settings.module.css'
import { Topic } from './Topic.tsx'

const messages = i18n('access-tokens', {
  title: 'Access Tokens',
  lead: 'With a token, a program may do everything here that you may. Give each program its own.',
  create: 'Create a token',
  once: 'This is the only time it is shown.',
  copy: 'Copy',
  copied: 'Copied',
  notCreated: 'The token was not created',
  reset: 'Reset all tokens',
  resetLead: 'Every program and every browser is signed out, this one too.',
  sure: 'I am sure',
  cancel: 'Cancel',
  resetting: 'Resetting...',
  notReset: 'The tokens were not reset',
})

/** Creates access tokens, each shown once, and revokes all of them. */
export function AccessTokens({ onSignOut }: { onSignOut: () => void }) {
  const t = useStore(messages)
  const session = useSession()
  const [token, setToken] = useState<string>()
  const [creating, setCreating] = useState(false)
  const [copied, setCopied] = useState(false)
  const [asking, setAsking] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)

  async function create() {
    setCreating(true)
    setCopied(false)
    try {
      setToken((await session.call(createAccessToken, {})).access_token)
      say(t.once)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      showAlert({ title: t.notCreated, body: error.message })
    } finally {
      setCreating(false)
    }
  }

  async function reset() {
    try {
      await session.call(deleteAllAccessTokens, {})
      onSignOut()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      showAlert({ title: t.notReset, body: error.message })
      setAsking(false)
    }
  }

  return (
    <Topic title={t.title} lead={t.lead}>
      {token && (
        <>
          <div className={styles.token}>
            <output name="generated_access_token">
              <code dir="ltr">{token}</code>
            </output>
            <IconButton label={copied ? t.copied : t.copy} onClick={async () => setCopied(await copyText(token))}>
              {copied ? <Check size={18} aria-hidden="true" /> : <Copy size={18} aria-hidden="true" />}
            </IconButton>
          </div>
          <p className={styles.lead}>{t.once}</p>
        </>
      )}
      <div className={styles.actions}>
        <Button busy={creating} icon={<KeyRound size={20} aria-hidden="true" />} onClick={() => void create()}>
          {t.create}
        </Button>
        {asking ? (
          <TwoStep
            words={{ object: t.reset, confirm: t.sure, cancel: t.cancel, busy: t.resetting }}
            onConfirm={reset}
            onCancel={() => {
              setAsking(false)
              requestAnimationFrame(() => document.activeElement === document.body && opener.current?.focus())
            }}
          />
        ) : (
          <Button ref={opener} kind="quiet" onClick={() => setAsking(true)}>
            {t.reset}
          </Button>
        )}
      </div>
      {asking && <p className={styles.lead}>{t.resetLead}</p>}
    </Topic>
  )
}
