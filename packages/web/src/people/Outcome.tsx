// Shows whether an invitation was sent.

import { useStore } from '@nanostores/react'
import type { Suggestion } from '@waypost/client'
import type { Invitation } from '@waypost/client/settings/invite'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { beginningOf } from '../format/names.ts'
import { Button } from '../ui/inputs/Button.tsx'
import { Dots } from '../ui/inputs/Spinner.tsx'
import { i18n, params } from '../ui/language.ts'
import styles from './Invite.module.css'

const messages = i18n('invite-outcome', {
  inviting: params('Inviting {name}'),
  invited: params('Invited {name}'),
  failed: params('{name} was not invited.'),
  retry: 'Try again',
})

/** The result of an invitation. */
export function Outcome({
  person,
  outcome,
  onRetry,
}: {
  person: Suggestion
  outcome: Invitation | undefined
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
      ) : outcome === 'invited' ? (
        <>
          <CircleCheck size={20} aria-hidden="true" />
          <bdi>{t.invited({ name })}</bdi>
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
