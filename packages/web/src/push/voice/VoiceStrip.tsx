import { useStore } from '@nanostores/react'
import type { Target } from '@waypost/client'
import { lengthText } from '@waypost/protocol'
import { Mic, Pause, SendHorizontal, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useSession } from '../../session/context.ts'
import { showToast } from '../../ui/feedback/feedback.ts'
import { IconButton } from '../../ui/inputs/IconButton.tsx'
import { i18n } from '../../ui/language.ts'
import { voiceStrip } from './en.ts'
import type { RecordedFile } from './recording.ts'
import { VoicePlayer } from './VoicePlayer.tsx'
import styles from './VoiceStrip.module.css'
import { useUnsentVoice, voiceMessagesOf } from './voice.ts'

const messages = i18n('voice-strip', voiceStrip)

interface VoiceStripProps {
  target: Target
  /** Resolves to whether it is on its way. */
  onSend: (files: readonly File[]) => Promise<boolean>
  onDone: () => void
}

/** The voice message in place of the text field: a recording in progress, or the player of a finished one. */
export function VoiceStrip({ target, onSend, onDone }: VoiceStripProps) {
  const t = useStore(messages)
  const { key } = target
  const voice = voiceMessagesOf(useSession())
  const unsent = useUnsentVoice(target)
  const [sending, setSending] = useState(false)
  const strip = useRef<HTMLDivElement>(null)
  const main = useRef<HTMLButtonElement>(null)
  const cancel = useRef<HTMLButtonElement>(null)
  const state = unsent?.state

  // What had the focus is gone: the text field, or the button that ends the recording.
  // biome-ignore lint/correctness/useExhaustiveDependencies: in each state
  useLayoutEffect(() => {
    if (!strip.current?.contains(document.activeElement)) (main.current ?? cancel.current)?.focus()
  }, [state])
  // Leaving the conversation ends the recording, which waits there.
  useEffect(() => () => void voice.stop(key), [voice, key])

  if (!unsent) return null
  const paused = unsent.state === 'recorded' && unsent.paused

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
    <div ref={strip} className={styles.strip} role="group" aria-label={t.label} onKeyDown={onKeyDown}>
      {unsent.state === 'asking' && (
        <>
          <p className={styles.words} role="status">
            {t.asking}
          </p>
          <IconButton ref={cancel} label={t.discard} onClick={() => void discard()}>
            <Trash2 size={20} aria-hidden="true" />
          </IconButton>
        </>
      )}
      {unsent.state === 'recording' && (
        <>
          <span className={styles.sign} role="status">
            <span className="hidden-words">{t.recording}</span>
          </span>
          <span className={styles.time}>{lengthText(Math.floor(unsent.seconds))}</span>
          <span className={styles.levels} aria-hidden="true">
            {unsent.levels.map((level, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a bar has no identity but its place
              <i key={place} style={{ blockSize: `${Math.round(3 + level * 25)}px` }} />
            ))}
          </span>
        </>
      )}
      {unsent.state === 'recorded' && <Recorded of={key} file={unsent.file} />}
      {unsent.state !== 'asking' && (
        <IconButton label={t.discard} onClick={() => void discard()}>
          <Trash2 size={20} aria-hidden="true" />
        </IconButton>
      )}
      {(unsent.state === 'recording' || paused) && (
        <IconButton label={paused ? t.resume : t.pause} onClick={() => (paused ? voice.resume(key) : void voice.pause(key))}>
          {paused ? <Mic size={20} aria-hidden="true" /> : <Pause size={20} aria-hidden="true" />}
        </IconButton>
      )}
      {unsent.state !== 'asking' && (
        <IconButton ref={main} label={t.send} className={styles.send ?? ''} unavailable={sending} onClick={() => void send()}>
          <SendHorizontal size={20} aria-hidden="true" />
        </IconButton>
      )}
    </div>
  )
}

/** The player of an unsent recording, after which nothing plays automatically. */
function Recorded({ of, file }: { of: string; file: RecordedFile }) {
  // Each recording plays from the start.
  const key = `unsent ${file.lastModified} ${of}`
  const voice = useMemo(() => ({ key, source: () => file, duration: file.recording?.duration }), [key, file])
  return (
    <div className={styles.player}>
      <VoicePlayer voice={voice} peaks={file.recording?.peaks} />
    </div>
  )
}
