import { listProviders } from '@waypost/protocol'
import { useCallback, useEffect, useState } from 'react'
import { visitor } from '../session/account.ts'
import type { Provider } from './flow.ts'

/** The sign-in providers of this server, loaded once, and a function that reloads them. */
export function useProviders(): [readonly Provider[] | 'loading' | 'failed', () => void] {
  const [providers, setProviders] = useState<readonly Provider[] | 'loading' | 'failed'>('loading')
  const ask = useCallback(() => {
    setProviders('loading')
    visitor()
      .call(listProviders, {})
      .then(
        (answer) => setProviders(answer.providers),
        () => setProviders('failed'),
      )
  }, [])
  useEffect(ask, [ask])
  return [providers, ask]
}
