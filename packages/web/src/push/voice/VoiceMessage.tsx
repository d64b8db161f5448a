import { useStore } from '@nanostores/react'
import type { FileSource, HistoryItem } from '@waypost/client'
import { type ReactNode, use, useMemo } from 'react'
import { SessionContext } from '../../session/context.ts'
import type { Voice } from './playback.ts'
import { $played, markPlayed } from './played.ts'
import { VoicePlayer } from './VoicePlayer.tsx'

interface VoiceMessageProps {
  item: HistoryItem
  /** The address of its file, once it is uploaded. */
  url: string | undefined
  name: string
  status: string | undefined
  action: ReactNode
}

/** The voice message of a push; one still to be sent plays from this window's file. */
export function VoiceMessage({ item: { key, push }, url, name, status, action }: VoiceMessageProps) {
  const session = use(SessionContext)
  const played = useStore($played)
  const { iden, created, duration, direction } = push
  const voice = useMemo<Voice>(
    () => ({
      key,
      duration,
      created,
      source: () => url ?? blobOf(session?.push.fileOf(key)),
      ...(direction === 'incoming' && { onPlay: () => markPlayed(iden) }),
    }),
    [key, duration, created, url, session, direction, iden],
  )
  return (
    <VoicePlayer
      voice={voice}
      peaks={push.peaks}
      unplayed={direction === 'incoming' && !played.has(iden)}
      file={url === undefined ? undefined : { href: url, name }}
      status={status}
      action={action}
    />
  )
}

const blobOf = (file: FileSource | undefined): Blob | undefined =>
  file && new Blob([file.slice(0, file.size) as Blob], { type: file.type })
