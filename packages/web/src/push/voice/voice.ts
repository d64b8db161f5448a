// Keeps each conversation's voice message while it is being recorded, and until it is sent.

import { useStore } from '@nanostores/react'
import type { Session, Target } from '@waypost/client'
import { atom, type WritableAtom } from 'nanostores'
import type { RecordingProblem } from '../../browser/files/recorder.ts'
import { askBeforeLeaving } from '../../browser/location.ts'
import { useSession } from '../../session/context.ts'
import { whenSoon } from '../../ui/lazily.tsx'
import type { RecordedFile, Recording } from './recording.ts'

type UnsentVoice =
  | { state: 'asking' }
  /** Its length so far, and the latest loudness measurements, from 0 to 1. */
  | { state: 'recording'; seconds: number; levels: readonly number[] }
  /** `paused`: it can go on. */
  | { state: 'recorded'; file: RecordedFile; paused?: boolean }

type AllUnsent = ReadonlyMap<string, UnsentVoice>

/** By target key. */
interface VoiceMessages {
  readonly $all: WritableAtom<AllUnsent>
  /** Returns why it can't, or undefined. */
  start(target: Target): Promise<RecordingProblem | undefined>
  /** Pauses the recording, so the user can listen to it. */
  pause(key: string): Promise<void>
  resume(key: string): void
  /** Ends the recording, and keeps it until it is sent or discarded. */
  stop(key: string): Promise<RecordedFile | undefined>
  discard(key: string): Promise<RecordedFile | undefined>
  /** Restores the discarded recording. */
  keep(key: string, file: RecordedFile): void
}

/** In seconds. A recording ends automatically after this time. */
const longest = 60 * 60

const levelsShown = 60

const fetchCode = whenSoon(() => import('./recording.ts'))

const opened = new WeakMap<Session, VoiceMessages>()

/** The voice messages of a session. */
export function voiceMessagesOf(session: Session): VoiceMessages {
  const all = opened.get(session) ?? openVoiceMessages()
  opened.set(session, all)
  return all
}

function openVoiceMessages(): VoiceMessages {
  const $all = atom<AllUnsent>(new Map())
  const recordings = new Map<string, { recording: Recording; stopListening: () => void }>()
  let stopAsking: (() => void) | undefined

  function set(key: string, unsent: UnsentVoice | undefined): void {
    const next = new Map($all.get())
    if (unsent) next.set(key, unsent)
    else next.delete(key)
    $all.set(next)
    // The recording is neither on the server nor saved on this device.
    if (next.size > 0) stopAsking ??= askBeforeLeaving(() => $all.get().size > 0)
    else {
      stopAsking?.()
      stopAsking = undefined
    }
  }

  const keep = (key: string, file: RecordedFile) => set(key, { state: 'recorded', file })

  async function stop(key: string): Promise<RecordedFile | undefined> {
    const open = recordings.get(key)
    const unsent = $all.get().get(key)
    if (!open && unsent?.state === 'recorded') return unsent.file
    // It hasn't started yet: `start` will find it gone.
    if (!open) return void set(key, undefined)
    recordings.delete(key)
    open.stopListening()
    const file = await open.recording.stop()
    if (!file) return void set(key, undefined)
    keep(key, file)
    return file
  }

  return {
    $all,
    stop,
    keep,
    async pause(key) {
      const recording = recordings.get(key)?.recording
      if (!recording) return
      recording.pause()
      const file = await recording.soFar()
      // It may have ended in the meantime.
      if (file && recordings.get(key)?.recording === recording) set(key, { state: 'recorded', file, paused: true })
    },
    resume(key) {
      const recording = recordings.get(key)?.recording
      if (!recording) return
      set(key, { state: 'recording', seconds: recording.$level.get().seconds, levels: [] })
      recording.resume()
    },
    async start({ key }) {
      if ($all.get().has(key)) return undefined
      const asking: UnsentVoice = { state: 'asking' }
      set(key, asking)
      const code = await fetchCode().catch(() => undefined)
      const recording = (await code?.startRecording(() => void stop(key))) ?? 'unreachable'
      const wanted = $all.get().get(key) === asking
      if (typeof recording === 'string') {
        if (wanted) set(key, undefined)
        return recording
      }
      if (!wanted) return void recording.stop()
      set(key, { state: 'recording', seconds: 0, levels: [] })
      const stopListening = recording.$level.listen(({ loudness, seconds }) => {
        const unsent = $all.get().get(key)
        if (unsent?.state !== 'recording') return
        if (seconds > longest) return void stop(key)
        set(key, { state: 'recording', seconds, levels: [...unsent.levels, loudness].slice(-levelsShown) })
      })
      recordings.set(key, { recording, stopListening })
      return undefined
    },
    async discard(key) {
      const file = await stop(key)
      set(key, undefined)
      return file
    },
  }
}

/** The unsent voice message of a conversation, if any. */
export function useUnsentVoice(target: Target): UnsentVoice | undefined {
  return useStore(voiceMessagesOf(useSession()).$all).get(target.key)
}
