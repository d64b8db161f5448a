// Keeps the voice note of each conversation while it is recorded, and until it is sent.

import type { Session, Target } from '@waypost/client'
import { atom, type WritableAtom } from 'nanostores'
import type { Recorder, RecordingProblem } from '../../browser/files/recorder.ts'
import { askBeforeLeaving } from '../../browser/location.ts'
import { whenSoon } from '../../ui/lazily.tsx'

/** A voice note that is not sent yet. */
export type VoiceNote =
  | { state: 'asking' }
  /** `since` in milliseconds; the latest measures of loudness, from 0 to 1. */
  | { state: 'recording'; since: number; levels: readonly number[] }
  | { state: 'recorded'; file: File; url: string }

type Notes = ReadonlyMap<string, VoiceNote>

/** The voice notes of a session, by target key. */
interface VoiceNotes {
  readonly $all: WritableAtom<Notes>
  /** Starts to record for a target. Returns why it cannot, or undefined. */
  start(target: Target): Promise<RecordingProblem | undefined>
  /** Ends the recording, and keeps it until it is sent or discarded. */
  stop(key: string): Promise<File | undefined>
  /** Removes it; returns the recording. */
  discard(key: string): Promise<File | undefined>
  /** Puts back the discarded recording. */
  keep(key: string, file: File): void
}

/** A recording ends by itself after so long, in milliseconds. */
const longestVoiceNote = 60 * 60_000

/** As many measures of loudness are drawn. */
const levelsShown = 40

const fetchRecorder = whenSoon(() => import('../../browser/files/recorder.ts'))

const opened = new WeakMap<Session, VoiceNotes>()

/** The voice notes of a session. */
export function voiceNotesOf(session: Session): VoiceNotes {
  const notes = opened.get(session) ?? openVoiceNotes()
  opened.set(session, notes)
  return notes
}

function openVoiceNotes(): VoiceNotes {
  const $all = atom<Notes>(new Map())
  const recorders = new Map<string, { recorder: Recorder; stopListening: () => void }>()
  let stopAsking: (() => void) | undefined

  function set(key: string, note: VoiceNote | undefined): void {
    const next = new Map($all.get())
    const before = next.get(key)
    if (before?.state === 'recorded' && before !== note) URL.revokeObjectURL(before.url)
    if (note) next.set(key, note)
    else next.delete(key)
    $all.set(next)
    // Nothing of it is on the server or on this device.
    if (next.size > 0) stopAsking ??= askBeforeLeaving(() => $all.get().size > 0)
    else {
      stopAsking?.()
      stopAsking = undefined
    }
  }

  const keep = (key: string, file: File) => set(key, { state: 'recorded', file, url: URL.createObjectURL(file) })

  async function stop(key: string): Promise<File | undefined> {
    const note = $all.get().get(key)
    if (note?.state === 'recorded') return note.file
    const recording = recorders.get(key)
    // It was not started yet: `start` finds it gone.
    if (!recording) return void set(key, undefined)
    recorders.delete(key)
    recording.stopListening()
    const blob = await recording.recorder.stop()
    if (blob.size === 0) return void set(key, undefined)
    const file = new File([blob], nameOf(new Date(), blob.type), { type: blob.type })
    keep(key, file)
    return file
  }

  return {
    $all,
    stop,
    keep,
    async start({ key }) {
      if ($all.get().has(key)) return undefined
      const asking: VoiceNote = { state: 'asking' }
      set(key, asking)
      const code = await fetchRecorder().catch(() => undefined)
      const recorder = (await code?.startRecorder(() => void stop(key))) ?? 'unreachable'
      const wanted = $all.get().get(key) === asking
      if (typeof recorder === 'string') {
        if (wanted) set(key, undefined)
        return recorder
      }
      if (!wanted) return void recorder.stop()
      const since = Date.now()
      set(key, { state: 'recording', since, levels: [] })
      const stopListening = recorder.$level.listen(({ loudness }) => {
        const note = $all.get().get(key)
        if (note?.state !== 'recording') return
        if (Date.now() - since > longestVoiceNote) return void stop(key)
        set(key, { ...note, levels: [...note.levels, loudness].slice(-levelsShown) })
      })
      recorders.set(key, { recorder, stopListening })
      return undefined
    },
    async discard(key) {
      const file = await stop(key)
      set(key, undefined)
      return file
    },
  }
}

const endings: Record<string, string> = { 'audio/mp4': 'm4a', 'audio/webm': 'webm', 'audio/ogg': 'ogg' }

/** 'Voice note 2026-03-12 14.02.m4a': sorts by time, and every system takes it as a name. */
export function nameOf(time: Date, type: string): string {
  const two = (number: number) => String(number).padStart(2, '0')
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
  return `Voice note ${day} ${two(time.getHours())}.${two(time.getMinutes())}.${endings[type] ?? 'webm'}`
}
