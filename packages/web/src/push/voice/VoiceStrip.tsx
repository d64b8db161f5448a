// Shows the voice note that is recorded, or waits to be sent, in the place of the text field.

import { useStore } from '@nanostores/react'
import type { Target } from '@waypost/client'
import { SendHorizontal, Square, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useSession } from '../../session/context.ts'
import { IconButton } from '../../ui/inputs/IconButton.tsx'
import { i18n, params } from '../../ui/language.ts'
import { showToast } from '../../ui/notices/notices.ts'
import { Media } from '../file/Media.tsx'
import { useVoiceNote } from './use-voice-note.ts'
import styles from './VoiceStrip.module.css'
import { voiceNotesOf } from './voice.ts'

const messages = i18n('voice-strip', {
  label: 'Voice note',
  asking: 'Allow the microphone in your browser.',
  recording: 'Recording',
  time: params('{minutes}:{seconds}'),
  stop: 'Stop recording',
  discard: 'Discard the recording',
  send: 'Send',
  discarded: 'Recording discarded',
  undo: 'Undo',
})

interface VoiceStripProps {
  target: Target
  /** Resolves to whether it is on its way. */
  onSend: (files: readonly File[]) => Promise<boolean>
  /** It is sent or discarded. */
  onDone: () => void
}

/** The recording with its length and loudness, or the player of a finished one. */
export function VoiceStrip({ target, onSend, onDone }: VoiceStripProps) {
  const t = useStore(messages)
  const { key } = target
  const voice = voiceNotesOf(useSession())
  const note = useVoiceNote(target)
  const [sending, setSending] = useState(false)
  const main = useRef<HTMLButtonElement>(null)
  const cancel = useRef<HTMLButtonElement>(null)
  const state = note?.state

  // What had the focus is gone: the text field, or the button that ends the recording.
  // biome-ignore lint/correctness/useExhaustiveDependencies: in each state
  useLayoutEffect(() => (main.current ?? cancel.current)?.focus(), [state])
  // A recording ends when its conversation is left, and waits there.
  useEffect(() => () => void (voice.$all.get().get(key)?.state !== 'recorded' && voice.stop(key)), [voice, key])

  if (!note) return null

  async function send() {
    if (sending) return
    setSending(true)
    const file = await voice.stop(key)
    const sent = file ? await onSend([file]) : true
    setSending(false)
    if (!sent) return
    await voice.discard(key)
    onDone()
  }

  async function discard() {
    const file = await voice.discard(key)
    if (file) showToast(t.discarded, { label: t.undo, run: () => voice.keep(key, file) })
    onDone()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (state === 'recording') void voice.stop(key)
    else if (state === 'asking') void discard()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot have this layout
    <div className={styles.strip} role="group" aria-label={t.label} onKeyDown={onKeyDown}>
      <IconButton ref={cancel} label={t.discard} onClick={() => void discard()}>
        <Trash2 size={20} aria-hidden="true" />
      </IconButton>
      {note.state === 'asking' && (
        <p className={styles.words} role="status">
          {t.asking}
        </p>
      )}
      {note.state === 'recording' && (
        <>
          <span className={styles.sign} role="status">
            <span className="hidden-words">{t.recording}</span>
          </span>
          <span className={styles.time}>{t.time(minutesOf(Date.now() - note.since))}</span>
          <span className={styles.levels} aria-hidden="true">
            {note.levels.map((level, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a bar has no identity but its place
              <i key={place} style={{ blockSize: `${Math.round(3 + level * 29)}px` }} />
            ))}
          </span>
          <IconButton label={t.stop} onClick={() => void voice.stop(key)}>
            <Square size={18} aria-hidden="true" />
          </IconButton>
        </>
      )}
      {note.state === 'recorded' && (
        <div className={styles.player}>
          <Media as="audio" url={note.url} name={note.file.name} size={note.file.size} />
        </div>
      )}
      {note.state !== 'asking' && (
        <IconButton ref={main} label={t.send} className={styles.send ?? ''} unavailable={sending} onClick={() => void send()}>
          <SendHorizontal size={20} aria-hidden="true" />
        </IconButton>
      )}
    </div>
  )
}

function minutesOf(milliseconds: number): { minutes: number; seconds: string } {
  const seconds = Math.floor(milliseconds / 1_000)
  return { minutes: Math.floor(seconds / 60), seconds: String(seconds % 60).padStart(2, '0') }
}
