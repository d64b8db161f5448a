import { type History, type HistoryItem, membersOf } from '@waypost/client'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { FollowedEnd } from '../../conversation/followed-end.ts'
import { PictureViewerLater } from '../../ui/viewer/PictureViewerLater.tsx'
import { pictureOf } from '../item/pictures.ts'

/** A conversation's picture viewer. Before the first loaded picture it loads earlier ones with `onLoad`. */
export function useViewer(
  items: readonly HistoryItem[],
  more: History['more'],
  end: Pick<FollowedEnd, 'focusItem'>,
  onLoad: () => void,
) {
  const load = useRef(onLoad)
  load.current = onLoad
  const [shown, setShown] = useState<string>()
  const [opened, setOpened] = useState<string>()
  const [seeking, setSeeking] = useState(false)
  const isOpen = shown !== undefined
  const pictures = useMemo(
    () => (isOpen ? items.flatMap(membersOf).flatMap((item) => pictureOf(item) ?? []) : []),
    [items, isOpen],
  )
  const index = pictures.findIndex(({ key }) => key === shown)
  const earlier = pictures[index - 1]?.key

  // biome-ignore lint/correctness/useExhaustiveDependencies: again when there are more items
  useEffect(() => {
    if (!seeking || more === 'loading') return
    if (earlier !== undefined || more === 'none' || more === 'failed') {
      setSeeking(false)
      if (earlier !== undefined) setShown(earlier)
    } else load.current()
  }, [seeking, earlier, more, items])

  // Whether the picture has been deleted in the meantime.
  const gone = isOpen && index === -1
  useEffect(() => {
    if (gone) setShown(undefined)
  }, [gone])

  const show = useCallback((key: string) => {
    setOpened(key)
    setShown(key)
  }, [])

  function close(): void {
    const row = items.findIndex((item) => membersOf(item).some(({ key }) => key === shown))
    setShown(undefined)
    setSeeking(false)
    // The browser returns the focus to the clicked picture; for a different picture it moves to that item.
    if (shown !== opened && row >= 0) requestAnimationFrame(() => end.focusItem(row))
  }

  return {
    show,
    open: isOpen && !gone && (
      <PictureViewerLater
        pictures={pictures}
        shown={shown}
        onShow={setShown}
        onClose={close}
        onEarlier={more === 'none' ? undefined : () => setSeeking(true)}
        seeking={seeking}
      />
    ),
  }
}
