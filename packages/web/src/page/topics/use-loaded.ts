import { useStore } from '@nanostores/react'
import type { Session } from '@waypost/client'
import { type Call, Refusal, type Takes } from '@waypost/protocol'
import { useCallback, useEffect, useState } from 'react'
import { $focused } from '../../browser/attention.ts'
import { useSession } from '../../session/context.ts'
import { showAlert } from '../../ui/feedback/feedback.ts'

/**
 * Loads something by a call: at first, and again when the account changes or the window gets the focus.
 * @param load the same function on every render
 * @returns the loaded data, undefined while loading for the first time, or why loading failed; and a function that reloads it
 */
export function useLoaded<T>(load: (session: Session) => Promise<T>): [T | { failed: string } | undefined, () => void] {
  const session = useSession()
  const account = useStore(session.$account)
  const [loaded, setLoaded] = useState<T | { failed: string }>()
  const [round, setRound] = useState(0)
  useEffect(() => $focused.listen((isFocused) => isFocused && setRound((before) => before + 1)), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the account and each round ask once more
  useEffect(() => {
    let isStale = false
    load(session).then(
      (given) => isStale || setLoaded(given),
      (error: unknown) => {
        if (!(error instanceof Refusal)) throw error
        // Stale data is better than none.
        if (!isStale) setLoaded((known) => (isFailure(known) || known === undefined ? { failed: error.message } : known))
      },
    )
    return () => {
      isStale = true
    }
  }, [session, load, account, round])
  return [loaded, () => setRound((before) => before + 1)]
}

/** Loads the result of a call without parameters, like `useLoaded`. */
export const useAnswer = <C extends Call>(call: C) =>
  useLoaded(useCallback((session: Session) => session.call(call, {} as Takes<C>), [call]))

/** Whether loading failed. */
export const isFailure = (loaded: unknown): loaded is { failed: string } =>
  typeof loaded === 'object' && loaded !== null && 'failed' in loaded

/** Makes some calls. @returns whether they succeeded; a refusal is shown as an alert */
export async function attempt(work: () => Promise<unknown>, title: string): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    showAlert({ title, body: error.message })
    return false
  }
}
