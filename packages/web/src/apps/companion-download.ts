import { useStore } from '@nanostores/react'
import { check } from '@waypost/client/ground/objects'
import { CompanionDownload } from '@waypost/protocol'
import { useEffect, useState } from 'react'
import { $networkUp, fetchJson } from '../browser/network.ts'

/** The companion that this server offers for download. */
export type Companion = 'loading' | 'failed' | CompanionDownload

/** Which companion the server offers, loaded again when the network is back, and a function that reloads it. */
export function useCompanionDownload(): [Companion, () => void] {
  const [state, setState] = useState<Companion>('loading')
  const [attempt, setAttempt] = useState(0)
  const up = useStore($networkUp)
  const [upWhenFailed, setUpWhenFailed] = useState(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads once more
  useEffect(() => {
    let stale = false
    setState('loading')
    load().then((found) => {
      if (stale) return
      setState(found)
      setUpWhenFailed($networkUp.get())
    })
    return () => {
      stale = true
    }
  }, [attempt])
  useEffect(() => {
    if (state === 'failed' && up && !upWhenFailed) setAttempt((count) => count + 1)
  }, [state, up, upWhenFailed])
  return [state, () => setAttempt((count) => count + 1)]
}

async function load(): Promise<Companion> {
  try {
    const read = check<CompanionDownload>(CompanionDownload, await fetchJson('/apps/index.json'))
    return 'wrong' in read ? 'failed' : read.value
  } catch {
    return 'failed'
  }
}
