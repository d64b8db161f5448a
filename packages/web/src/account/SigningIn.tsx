// Completes a sign-in when the user returns from the provider, and shows the progress.

import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { go } from '../browser/location.ts'
import { Spinner } from '../ui/inputs/Spinner.tsx'
import { i18n } from '../ui/language.ts'
import { showBanner } from '../ui/notices/notices.ts'
import styles from './Card.module.css'
import { Card } from './Card.tsx'
import type { Return } from './flow.ts'
import { completeSignIn } from './session.ts'

const messages = i18n('signing-in', {
  title: 'Signing in...',
  wait: 'Waiting for the server',
  failed: 'Error signing in to your account',
  addFailed: 'Error adding account',
})

// The provider's result works once, but React may mount this page several times.
let used: Return | undefined

/** Exchanges the provider's result for an account. */
export function SigningIn({ returned, onFailed }: { returned: Return; onFailed: () => void }) {
  const t = useStore(messages)
  useEffect(() => {
    if (used === returned) return
    used = returned
    completeSignIn(returned).then((failure) => {
      if (!failure) return
      const words = messages.get()
      if (failure.message) showBanner({ title: failure.adding ? words.addFailed : words.failed, body: failure.message })
      onFailed()
      go(failure.page, { replace: true })
    })
  }, [returned, onFailed])
  return (
    <Card title={t.title}>
      <div className={styles.wait}>
        <Spinner label={t.wait} />
      </div>
    </Card>
  )
}
