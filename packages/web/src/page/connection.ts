import { useStore } from '@nanostores/react'
import type { Session } from '@waypost/client'
import { useEffect, useRef, useState } from 'react'
import { $networkUp } from '../browser/network.ts'
import { i18n } from '../ui/language.ts'
import { connectionWords } from './en.ts'

const messages = i18n('connection', connectionWords)

/** Shorter interruptions are hidden, in milliseconds, unless the system itself reports that it is offline. */
const grace = 4_000
const backFor = 2_000

/** The text of the status strip about the connection; usually undefined. */
export function useConnectionStatus(session: Session): { text: string; good: boolean } | undefined {
  const t = useStore(messages)
  const connection = useStore(session.$connection)
  const networkUp = useStore($networkUp)
  const offline = connection === 'offline' || !networkUp
  const [shown, setShown] = useState<'nothing' | 'offline' | 'back'>('nothing')

  const lostAt = useRef<number>(undefined)

  useEffect(() => {
    if (connection === 'connected' && networkUp) lostAt.current = undefined
    else lostAt.current ??= performance.now()
    const gone = performance.now() - (lostAt.current ?? 0)
    if (!networkUp) setShown('offline')
    else if (offline && shown !== 'offline') return later(Math.max(0, grace - gone), () => setShown('offline'))
    if (!offline && shown === 'offline' && connection === 'connected') setShown('back')
    if (shown === 'back') return later(backFor, () => setShown('nothing'))
    return undefined
  }, [offline, connection, networkUp, shown])

  if (shown === 'nothing') return undefined
  return shown === 'offline' ? { text: t.offline, good: false } : { text: t.back, good: true }
}

function later(milliseconds: number, work: () => void): () => void {
  const timer = setTimeout(work, milliseconds)
  return () => clearTimeout(timer)
}
