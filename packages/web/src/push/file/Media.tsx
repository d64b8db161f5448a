// Plays a video or a recording in place. One plays at a time.

import { useStore } from '@nanostores/react'
import { type KeyboardEvent, type SyntheticEvent, useState } from 'react'
import { useSeen } from '../../browser/in-view.ts'
import { i18n, params } from '../../ui/language.ts'
import styles from './FileInPlace.module.css'

const messages = i18n('media', {
  video: params('Video {name}'),
  audio: params('Recording {name}'),
})

let playing: HTMLMediaElement | undefined

/** The player that starts stops the one that plays. */
function onPlay({ currentTarget }: SyntheticEvent<HTMLMediaElement>): void {
  if (playing !== currentTarget) playing?.pause()
  playing = currentTarget
}

/** The keys of the player's own controls do not move through the messages. */
function keepKeys(event: KeyboardEvent): void {
  if (event.key !== 'Escape') event.stopPropagation()
}

/** A player in a box of fixed size. What the browser cannot play is only a card. */
export function Media({ as, url, name }: { as: 'video' | 'audio'; url: string; name: string }) {
  const t = useStore(messages)
  const { ref, seen } = useSeen<HTMLDivElement>()
  const [failed, setFailed] = useState(false)
  if (failed) return null
  const player = {
    controls: true,
    preload: 'metadata',
    'aria-label': t[as]({ name }),
    onPlay,
    onError: () => setFailed(true),
    onKeyDown: keepKeys,
  } as const
  return (
    <div ref={ref} className={styles[as]}>
      {seen && as === 'audio' && <audio {...player} src={url} />}
      {/* Some browsers draw the first frame only of a part that starts after it. */}
      {seen && as === 'video' && <video {...player} src={`${url}#t=0.001`} playsInline />}
    </div>
  )
}
