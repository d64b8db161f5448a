import { useStore } from '@nanostores/react'
import { lengthText } from '@waypost/protocol'
import { Pause, Play } from 'lucide-react'
import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useEffect } from 'react'
import { i18n } from '../../ui/language.ts'
import { voicePlayer } from './en.ts'
import { heightsOf } from './peaks.ts'
import { lengthOf, type PlayProblem, playingOf, seek, showVoice, toggle, type Voice } from './playback.ts'
import { $rate, nextRate } from './played.ts'
import styles from './VoicePlayer.module.css'

const messages = i18n('voice-player', voicePlayer)

/** In seconds. */
const steps: Record<string, number> = { ArrowRight: 5, ArrowUp: 5, ArrowLeft: -5, ArrowDown: -5, PageUp: 15, PageDown: -15 }

interface VoicePlayerProps {
  voice: Voice
  peaks: string | undefined
  unplayed?: boolean
  file?: { href: string; name: string } | undefined
  /** The progress of its upload, as text. */
  status?: string | undefined
  action?: ReactNode
}

/** Plays a voice message; its waveform, which needs no file to be drawn, is also the seek bar. */
export function VoicePlayer({ voice, peaks, unplayed, file, status, action }: VoicePlayerProps) {
  const t = useStore(messages)
  const { state, at, problem } = useStore(playingOf(voice.key))
  const rate = useStore($rate)
  const length = lengthOf(voice)
  const plays = state !== 'paused'
  useEffect(() => showVoice(voice), [voice])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot have this layout
    <div className={styles.player} role="group" aria-label={t.label}>
      <button
        type="button"
        className={styles.play}
        aria-label={plays ? t.pause : t.play}
        aria-busy={state === 'loading' || undefined}
        onClick={() => toggle(voice)}
      >
        {plays ? <Pause size={20} aria-hidden="true" /> : <Play size={20} aria-hidden="true" />}
      </button>
      <div className={styles.main}>
        <Waveform voice={voice} peaks={peaks} at={at} length={length} />
        <div className={styles.line}>
          <bdi>
            {(plays || at > 0 || length === undefined) && lengthText(Math.floor(at))}
            {(plays || at > 0) && length !== undefined && ' / '}
            {length !== undefined && lengthText(length)}
          </bdi>
          {unplayed && <span className={styles.unplayed} role="img" aria-label={t.unplayed} title={t.unplayed} />}
          {(plays || at > 0) && (
            <button type="button" className={styles.rate} aria-label={t.rate({ rate })} onClick={nextRate}>
              <bdi>{t.times({ rate })}</bdi>
            </button>
          )}
          {status && <span>{status}</span>}
        </div>
        {problem && <Problem problem={problem} file={file} />}
      </div>
      {action}
    </div>
  )
}

function Problem({ problem, file }: { problem: PlayProblem; file: VoicePlayerProps['file'] }) {
  const t = useStore(messages)
  return (
    <p className={styles.problem} role="alert">
      {t[problem]}{' '}
      {file && problem !== 'gone' && (
        <a href={file.href} download={file.name} target="_blank" rel="noreferrer noopener">
          {t.download}
        </a>
      )}
    </p>
  )
}

interface WaveformProps {
  voice: Voice
  peaks: string | undefined
  at: number
  length: number | undefined
}

function Waveform({ voice, peaks, at, length }: WaveformProps) {
  const t = useStore(messages)
  const heights = heightsOf(peaks)
  const part = length ? Math.min(1, at / length) : 0

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const step = steps[event.key]
    if (step !== undefined) seek(voice, at + step)
    else if (event.key === 'Home') seek(voice, 0)
    else if (event.key === 'End') seek(voice, length ?? at)
    else if (event.key === ' ') toggle(voice)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  function seekTo({ currentTarget, clientX }: PointerEvent<HTMLElement>) {
    const { left, width } = currentTarget.getBoundingClientRect()
    if (length !== undefined && width > 0) seek(voice, ((clientX - left) / width) * length)
  }

  return (
    <div
      className={styles.wave}
      role="slider"
      tabIndex={0}
      aria-label={t.position}
      aria-valuemin={0}
      aria-valuemax={Math.round(length ?? at)}
      aria-valuenow={Math.round(at)}
      aria-valuetext={t.of({ at: Math.round(at), length: Math.round(length ?? at) })}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.stopPropagation()
        event.currentTarget.setPointerCapture(event.pointerId)
        seekTo(event)
      }}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && seekTo(event)}
    >
      {heights ? (
        heights.map((height, bar) => (
          <i
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar has no identity but its place
            key={bar}
            data-played={bar < part * heights.length || undefined}
            style={{ blockSize: `${Math.max(3, Math.round(height * 28))}px` }}
          />
        ))
      ) : (
        <span className={styles.track} style={{ '--part': `${part * 100}%` } as CSSProperties} />
      )}
    </div>
  )
}
