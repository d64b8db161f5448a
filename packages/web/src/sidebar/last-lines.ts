// Loads the code that draws last messages in the list: a new account has none, so its first page doesn't wait for it.

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
    // The open conversation reports the failure, since it needs the same file. The list shows the rest until the network is back.
    fetching = undefined
    const stop = $networkUp.listen((up) => {
      if (!up) return
      stop()
      void fetchLines()
    })
  })
  return fetching
})

// A returning user has messages.
if (readSetting('bootstrap') === 'done') void fetchLines()

/** The component that draws a target's last message; undefined until it is loaded, once an item needs it. */
export function useLastLines(needed: boolean) {
  useEffect(() => {
    if (needed) void fetchLines()
  }, [needed])
  return useStore($lines)
}
