import type { drawnLabels } from '@waypost/client/emoji-codes'
import { useEffect, useState } from 'react'

type Drawn = ReturnType<typeof drawnLabels>

const none: Drawn = { emoji: '', words: [] }
let draw: typeof drawnLabels | undefined

/** The labels of a message, ready to draw. Until the table is loaded none is drawn, as it could be an emoji; offline all are words. */
export function useDrawnLabels(labels: readonly string[] = []): Drawn {
  const [tried, setTried] = useState(false)
  const wanted = labels.length > 0 && draw === undefined
  useEffect(() => {
    if (!wanted) return
    let over = false
    void loadLabels().then(() => over || setTried(true))
    return () => {
      over = true
    }
  }, [wanted])
  if (labels.length === 0) return none
  return draw?.(labels) ?? (tried ? { emoji: '', words: labels } : none)
}

/** Loads the table of short codes; undefined if that fails. */
export async function loadLabels(): Promise<typeof drawnLabels | undefined> {
  const loaded = await import('@waypost/client/emoji-codes').catch(() => undefined)
  draw = loaded?.drawnLabels ?? draw
  return draw
}
