// Searches messages for the typed text, and lists the results.

import { memo, Suspense, useDeferredValue, useEffect } from 'react'
import { lazily } from '../../ui/lazily.tsx'
import { FoundList } from './FoundList.tsx'
import { useFoundMessages } from './use-found-messages.ts'
import { useFoundTexts } from './use-found-texts.ts'

const FoundTexts = lazily(async () => (await import('./FoundTexts.tsx')).FoundTexts)

interface MessageSearchProps {
  query: string
  /** Nothing else was found. */
  alone: boolean
  /** Changes the typed text, and moves the focus to the field. */
  onText: (text: string) => void
  /** Called with the number of results, and whether there may be more in a moment. */
  onFound: (count: number, searching: boolean) => void
}

export const MessageSearch = memo(function MessageSearch({ query, alone, onText, onFound }: MessageSearchProps) {
  const { found: latest, more } = useFoundMessages(query)
  // A letter does not wait until these are drawn.
  const found = useDeferredValue(latest)
  const texts = useFoundTexts(query)
  const searching = found.state === 'searching' || found.q !== query.trim()
  const count = found.pushes.length + texts.length
  // Nothing was found, and not all was searched.
  const isUnknown = count === 0 && found.partial === true
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever there is something to report
  useEffect(() => onFound(count, searching || isUnknown), [count, searching, isUnknown])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is left
  useEffect(() => () => onFound(0, true), [])
  return (
    <>
      <FoundList found={found} text={query} alone={alone} onMore={more} onText={onText} />
      {texts.length > 0 && (
        <Suspense>
          <FoundTexts found={texts} query={query} />
        </Suspense>
      )}
    </>
  )
})
