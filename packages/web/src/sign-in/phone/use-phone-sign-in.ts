// Follows a phone's sign-in on the computer: creates the code, and polls the server for the phone's progress.

import { answerPhoneSignIn, findPhoneSignIn, type Gives, Refusal, retryIn, startPhoneSignIn } from '@waypost/protocol'
import { useCallback, useEffect, useState } from 'react'
import { useSession } from '../../session/context.ts'

type Code = Gives<typeof startPhoneSignIn>
export type Phone = Gives<typeof findPhoneSignIn>

/** The progress of a sign-in. After any of the last five, a new code is needed. */
export type Progress =
  | { step: 'starting' }
  | { step: 'unopened'; code: Code }
  | { step: 'asks'; code: Code; phone: Phone }
  | { step: 'approved'; code: Code; phone: Phone }
  | { step: 'done' | 'denied' | 'expired' }
  | { step: 'failed'; message: string }

interface PhoneSignIn {
  progress: Progress
  /** @throws Refusal */
  answer(approve: boolean): Promise<void>
  /** Creates a new code. */
  again(): void
}

/** Creates a code as soon as the component is shown. */
export function usePhoneSignIn(): PhoneSignIn {
  const session = useSession()
  const [round, setRound] = useState(0)
  const [progress, setProgress] = useState<Progress>({ step: 'starting' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round makes a new code
  useEffect(() => {
    let left = false
    setProgress({ step: 'starting' })
    session.call(startPhoneSignIn, {}).then(
      (code) => left || setProgress({ step: 'unopened', code }),
      (error: unknown) => left || setProgress({ step: 'failed', message: wordsOf(error) }),
    )
    return () => {
      left = true
    }
  }, [session, round])

  const code = 'code' in progress ? progress.code : undefined
  useEffect(() => {
    if (!code) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let left = false
    const ask = async () => {
      let wait = code.interval * 1_000
      try {
        const phone = await session.call(findPhoneSignIn, { iden: code.iden })
        if (!left) setProgress((now) => after(now, code, phone))
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        // Any other error is temporary: the code is valid for minutes.
        if (error.code === 'not_found' && !left) setProgress((now) => ({ step: now.step === 'approved' ? 'done' : 'expired' }))
        wait = retryIn(error, wait)
      }
      if (!left) timer = setTimeout(ask, wait)
    }
    timer = setTimeout(ask, code.interval * 1_000)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [session, code])

  const isDone = progress.step === 'done'
  useEffect(() => {
    if (!isDone) return
    // The checklist wouldn't detect a browser on a phone as a device.
    void import('@waypost/client/setup').then(({ markSetup }) => markSetup(session, 'mobile', 'Done'))
  }, [session, isDone])

  return {
    progress,
    async answer(approve) {
      if (progress.step !== 'asks') return
      const { code, phone } = progress
      await session.call(answerPhoneSignIn, { iden: code.iden, approve })
      setProgress(approve ? { step: 'approved', code, phone } : { step: 'denied' })
    },
    again: useCallback(() => setRound((before) => before + 1), []),
  }
}

/** The progress after a response from the server. One that was in flight during a click doesn't undo the click. */
function after(now: Progress, code: Code, phone: Phone): Progress {
  if (!('code' in now) || now.step === 'approved') return now
  return phone.state === 'unopened' ? { step: 'unopened', code } : { step: phone.state, code, phone }
}

/** The message of a refusal. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Refusal)) throw error
  return error.message
}
