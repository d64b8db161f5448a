// Shows whether an invitation was sent, and its link.

import { useStore } from '@nanostores/react'
import type { Suggestion } from '@waypost/client'
import type { Invitation } from '@waypost/client/settings/invite'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { beginningOf } from '../format/names.ts'
import { Button } from '../ui/inputs/Button.tsx'
import { Dots } from '../ui/inputs/Spinner.tsx'
import { i18n, params } from '../ui/language.ts'
import { InvitationLink } from './InvitationLink.tsx'
import styles from './Invite.module.css'

const messages = i18n('invite-outcome', {
  inviting: params('Inviting {name}'),
  invited: params('Invited {name}'),
  linked: params('Not sent to {name}. Here is the link, which you can hand over yourself:'),
  link: params('The link for {name}, if you want to hand it over yourself:'),
  failed: params('{name} was not invited.'),
  retry: 'Try again',
})

/** The result of an invitation. */
export function Outcome({
  person,
  outcome,
  link,
  onRetry,
}: {
  person: Suggestion
  outcome: Invitation | undefined
  /** The link of the invitation, once there is one. */
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
