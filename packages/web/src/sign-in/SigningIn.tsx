import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { go } from '../browser/location.ts'
import { showBanner } from '../ui/feedback/feedback.ts'
import { Spinner } from '../ui/inputs/Spinner.tsx'
import { i18n } from '../ui/language.ts'
import { Stack } from '../ui/layout/layout.tsx'
import styles from './Card.module.css'
import { Card } from './Card.tsx'
import { CodeStep } from './codes/CodeStep.tsx'
import { signingIn } from './en.ts'
import { completeSignIn } from './sign-in.ts'
import type { Return } from './sign-in-request.ts'

const messages = i18n('signing-in', signingIn)

// The provider's result works once, but React may mount this page several times.
let used: Return | undefined

/** Exchanges the result of a provider for an account, and shows the progress. */
export function SigningIn({ returned, onFailed }: { returned: Return; onFailed: () => void }) {
  const t = useStore(messages)
  const [asksForCode, setAsksForCode] = useState(false)

  async function complete(code?: string): Promise<string | undefined> {
    const failure = await completeSignIn(returned, code)
    if (!failure) return undefined
    if (failure.code !== undefined) {
      setAsksForCode(true)
      return failure.code
    }
    const words = messages.get()
    if (failure.message) showBanner({ title: failure.adding ? words.addFailed : words.failed, body: failure.message })
    onFailed()
    go(failure.page, { replace: true })
    return undefined
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each result
  useEffect(() => {
    if (used === returned) return
    used = returned
    void complete()
  }, [returned])
  if (asksForCode) return <CodeStep onCode={complete} />
  return (
    <Card title={t.title}>
      <Stack gap={4} className={styles.wait}>
        <Spinner label={t.wait} />
      </Stack>
    </Card>
  )
}
