// Connects the picture viewer with the pictures of a conversation, and loads earlier ones on demand.

import type { History, Target } from '@waypost/client'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import type { FollowedEnd } from '../../conversation/followed-end.ts'
import { useSession } from '../../session/context.ts'
import { PictureViewerLater } from '../../ui/viewer/PictureViewerLater.tsx'
import { pictureOf } from '../item/pictures.ts'

interface Viewer {
  /** Opens the picture of an item. */
  show(key: string): void
  /** The viewer, while it is open. */
  open: ReactNode
}

/** The picture viewer of a conversation. Before the first loaded picture it loads earlier ones. */
export function useViewer(target: Target, history: History, end: Pick<FollowedEnd, 'focusItem'>): Viewer {
  const session = useSession()
  const [shown, setShown] = useState<string>()
  const [opened, setOpened] = useState<string>()
  const [seeking, setSeeking] = useState(false)
  const { items, more } = history
  const isOpen = shown !== undefined
  const pictures = useMemo(() => (isOpen ? items.flatMap((item) => pictureOf(item) ?? []) : []), [items, isOpen])
  const index = pictures.findIndex(({ key }) => key === shown)
  const earlier = pictures[index - 1]?.key

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same conversation, whatever else changes about the target
  useEffect(() => {
    if (!seeking || more === 'loading') return
    if (earlier !== undefined || more === 'none' || more === 'failed') {
      setSeeking(false)
      if (earlier !== undefined) setShown(earlier)
    } else void session.push.loadMore(target)
  }, [session, target.key, seeking, earlier, more, items])

  // The picture was deleted in the meantime.
  const gone = isOpen && index === -1
  useEffect(() => {
    if (gone) setShown(undefined)
  }, [gone])

  const show = useCallback((key: string) => {
    setOpened(key)
    setShown(key)
  }, [])

  function close(): void {
    const row = items.findIndex(({ key }) => key === shown)
    setShown(undefined)
    setSeeking(false)
    // The browser returns the focus to the pressed picture; from another picture it moves to that item.
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
