import { useStore } from '@nanostores/react'
import { type KeyboardEvent, type SyntheticEvent, useState } from 'react'
import { playAlone } from '../../browser/files/one-player.ts'
import { useSeen } from '../../browser/in-view.ts'
import { i18n } from '../../ui/language.ts'
import { media } from './en.ts'
import styles from './FileInPlace.module.css'

const messages = i18n('media', media)

/** Keeps the keys of the player's own controls from moving through the messages. */
function keepKeys(event: KeyboardEvent): void {
  if (event.key !== 'Escape') event.stopPropagation()
}

/** In bytes. Smaller recordings are read whole to find their length. */
const measuredUpTo = 2_000_000

/** Recordings made by browsers lack a length. Seeking to the end finds it. */
function measure({ currentTarget: player }: SyntheticEvent<HTMLMediaElement>): void {
  if (player.duration !== Number.POSITIVE_INFINITY) return
  const back = () => {
    if (player.duration === Number.POSITIVE_INFINITY) return
    player.removeEventListener('durationchange', back)
    player.currentTime = 0
  }
  player.addEventListener('durationchange', back)
  player.currentTime = 1e9
}

interface MediaProps {
  as: 'video' | 'audio'
  url: string
  name: string
  /** In bytes, if known. */
  size?: number | undefined
}

/**
 * A player for a video or a recording, in a box of fixed size; only one plays at a time. A file that the browser can't play is just a card.
 */
export function Media({ as, url, name, size }: MediaProps) {
  const t = useStore(messages)
  const { ref, seen } = useSeen<HTMLDivElement>()
  const [failed, setFailed] = useState(false)
  if (failed) return null
  const player = {
    controls: true,
    preload: 'metadata',
    'aria-label': t[as]({ name }),
    onPlay: ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) => playAlone(currentTarget),
    onError: () => setFailed(true),
    onKeyDown: keepKeys,
  } as const
  return (
    <div ref={ref} className={styles[as]}>
      {seen && as === 'audio' && (
        <audio {...player} src={url} {...((size ?? Infinity) <= measuredUpTo && { onLoadedMetadata: measure })} />
      )}
      {/* Some browsers draw the first frame only of a part that starts after it. */}
      {seen && as === 'video' && <video {...player} src={`${url}#t=0.001`} playsInline />}
    </div>
  )
}
