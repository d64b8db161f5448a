// Deletes all pushes of the account, after a confirmation.

import { useStore } from '@nanostores/react'
import { useRef, useState } from 'react'
import topic from '../../page/topics/Topic.module.css'
import { Topic } from '../../page/topics/Topic.tsx'
import { useSession } from '../../session/context.ts'
import { focusIfLost } from '../../ui/accessibility/focus-soon.ts'
import { Button } from '../../ui/inputs/Button.tsx'
import { TwoStep } from '../../ui/inputs/TwoStep.tsx'
import { i18n } from '../../ui/language.ts'
import styles from './Settings.module.css'

const messages = i18n('delete-history', {
  title: 'Delete push history',
  lead: 'Every message you sent or received is deleted, on all your devices. Others keep their copies.',
  delete: 'Delete all pushes',
  confirm: 'Delete',
  cancel: 'Cancel',
  deleting: 'Your history is being deleted',
  deleted: 'Your history has been deleted',
})

/** Deletes all pushes, after a confirmation. */
export function DeleteHistory() {
  const t = useStore(messages)
  const session = useSession()
  const [state, setState] = useState<'idle' | 'confirm' | 'done'>('idle')
  const left = useStore(session.mirror.of('pushes')).entries.size
  const opener = useRef<HTMLButtonElement>(null)
  return (
    <Topic title={t.title} lead={t.lead}>
      {state !== 'done' && (
        <div className={topic.actions}>
          {state === 'idle' ? (
            <Button ref={opener} onClick={() => setState('confirm')}>
              {t.delete}
            </Button>
          ) : (
            <TwoStep
              opener={opener}
              side="start"
              words={{ object: t.delete, confirm: t.confirm, cancel: t.cancel, busy: t.deleting }}
              onConfirm={async () => setState((await session.push.deleteAll()) ? 'done' : 'idle')}
              onCancel={() => {
                setState('idle')
                focusIfLost(() => opener.current)
              }}
            />
          )}
        </div>
      )}
      <p role="status" className={state === 'done' ? styles.status : 'hidden-words'}>
        {state === 'done' && (left > 0 ? t.deleting : t.deleted)}
      </p>
    </Topic>
  )
}
