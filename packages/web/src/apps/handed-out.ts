import { useStore } from '@nanostores/react'
import { check } from '@waypost/client/sync/objects'
import { CompanionDownload } from '@waypost/protocol'
import { useEffect, useState } from 'react'
import { $networkUp, fetchJson } from '../browser/network.ts'

/** What the server hands out, or why that is not known. */
export type Companion = 'loading' | 'failed' | CompanionDownload

/** Asks the server which companion it hands out; again when asked to, and when the network is back after a failure. */
export function useCompanion(): [Companion, () => void] {
  const [state, setState] = useState<Companion>('loading')
  const [asked, setAsked] = useState(0)
  const up = useStore($networkUp)
  const [upWhenFailed, setUpWhenFailed] = useState(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asking again is what `asked` is for
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
  }, [asked])
  useEffect(() => {
    if (state === 'failed' && up && !upWhenFailed) setAsked((times) => times + 1)
  }, [state, up, upWhenFailed])
  return [state, () => setAsked((times) => times + 1)]
}

async function load(): Promise<Companion> {
  try {
    const read = check<CompanionDownload>(CompanionDownload, await fetchJson('/apps/index.json'))
    return 'wrong' in read ? 'failed' : read.value
  } catch {
    return 'failed'
  }
}
