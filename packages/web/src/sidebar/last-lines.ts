// Fetches what draws the last messages of the list: a new account has none, so its first page does not wait for it.

import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { useEffect } from 'react'
import { $networkUp } from '../browser/network.ts'
import { readSetting } from '../browser/storage.ts'
import { whenSoon } from '../ui/lazily.tsx'

const $lines = atom<typeof import('./LastLine.tsx') | undefined>()
let fetching: Promise<void> | undefined

const fetchLines = whenSoon(() => {
  fetching ??= import('./LastLine.tsx').then($lines.set).catch(() => {
    // It is told by the open conversation, which needs the same file. The list shows the rest until the network is back.
    fetching = undefined
    const stop = $networkUp.listen((up) => {
      if (!up) return
      stop()
      void fetchLines()
    })
  })
  return fetching
})

// Who was here before has messages.
if (readSetting('bootstrap') === 'done') void fetchLines()

/** What draws the last message of a target; undefined until it is there. It is fetched once an item needs it. */
export function useLastLines(needed: boolean) {
  useEffect(() => {
    if (needed) void fetchLines()
  }, [needed])
  return useStore($lines)
}
