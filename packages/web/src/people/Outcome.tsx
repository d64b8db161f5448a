import { useStore } from '@nanostores/react'
import type { Suggestion } from '@waypost/client'
import type { Invitation } from '@waypost/client/settings/invite'
import { Check, CircleAlert, CircleCheck, Copy } from 'lucide-react'
import { useState } from 'react'
import { copyText } from '../browser/clipboard.ts'
import { beginningOf } from '../format/names.ts'
import { Button } from '../ui/inputs/Button.tsx'
import { Dots } from '../ui/inputs/Spinner.tsx'
import { i18n } from '../ui/language.ts'
import { invitationLink, inviteOutcome } from './en.ts'
import styles from './Invite.module.css'

const messages = i18n('invite-outcome', inviteOutcome)

/** The result of an invitation. */
export function Outcome({
  person,
  outcome,
  link,
  onRetry,
}: {
  person: Suggestion
  outcome: Invitation | undefined
  link: string | undefined
  onRetry: () => void
}) {
  const t = useStore(messages)
  const name = beginningOf(person.name)
  const failed = typeof outcome === 'object'
  return (
    <div role={failed ? 'alert' : 'status'} className={styles.outcome} data-state={failed ? 'failed' : outcome}>
      {failed ? (
        <>
          <CircleAlert size={20} aria-hidden="true" />
          <span className={styles.words}>
            <bdi>{t.failed({ name })}</bdi> {outcome.failed}
          </span>
          <Button kind="quiet" onClick={onRetry}>
            {t.retry}
          </Button>
        </>
      ) : outcome === 'invited' || outcome === 'linked' ? (
        <>
          {outcome === 'invited' && (
            <span className={styles.invited}>
              <CircleCheck size={20} aria-hidden="true" />
              <bdi>{t.invited({ name })}</bdi>
            </span>
          )}
          {link && (
            <div className={styles.handOver}>
              <bdi className={outcome === 'linked' ? undefined : styles.second}>
                {outcome === 'linked' ? t.linked({ name }) : t.link({ name })}
              </bdi>
              <InvitationLink key={link} url={link} name={name} />
            </div>
          )}
        </>
      ) : (
        <>
          <Dots />
          <bdi>{t.inviting({ name })}</bdi>
        </>
      )}
    </div>
  )
}

const linkWords = i18n('invitation-link', invitationLink)

/** The link of an invitation, to pass on to the person. */
export function InvitationLink({ url, name }: { url: string; name: string }) {
  const t = useStore(linkWords)
  const [copied, setCopied] = useState(false)
  return (
    <span className={styles.link}>
      <code dir="ltr">{url}</code>
      <Button
        icon={copied ? <Check size={18} aria-hidden="true" /> : <Copy size={18} aria-hidden="true" />}
        aria-label={copied ? t.copied : t.copyThis({ name })}
        onClick={async () => setCopied(await copyText(url))}
      >
        {copied ? t.copied : t.copy}
      </Button>
    </span>
  )
}
