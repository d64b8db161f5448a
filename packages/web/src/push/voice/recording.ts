import type { RecordingFacts } from '@waypost/client'
import { stopPlaying } from '../../browser/files/one-player.ts'
import { type Recorder, type RecordingProblem, startRecorder } from '../../browser/files/recorder.ts'
import { peaksOf } from './peaks.ts'

/** A file with the recording facts for its push. */
export type RecordedFile = File & { readonly recording?: RecordingFacts }

/** A recording in progress. */
export interface Recording extends Pick<Recorder, '$level' | 'pause' | 'resume'> {
  /** Undefined if there is nothing. */
  soFar(): Promise<RecordedFile | undefined>
  /** Ends it and releases the microphone. */
  stop(): Promise<RecordedFile | undefined>
}

/** Asks for the microphone, and records from it. @param onEnded called if the browser ends it; `stop` still returns the recording so far */
export async function startRecording(onEnded: () => void): Promise<Recording | RecordingProblem> {
  const recorder = await startRecorder(onEnded)
  if (typeof recorder === 'string') return recorder
  // The playback would be in the recording.
  stopPlaying()
  const fileOf = (blob: Blob): RecordedFile | undefined => {
    if (blob.size === 0) return undefined
    const { seconds, levels } = recorder.measured()
    // Nobody sees more than tenths of a second.
    const recording = { duration: Math.round(seconds * 10) / 10, peaks: peaksOf(levels) }
    return Object.assign(new File([blob], nameOf(new Date(), blob.type), { type: blob.type }), { recording })
  }
  return {
    $level: recorder.$level,
    pause: recorder.pause,
    resume: recorder.resume,
    soFar: async () => fileOf(await recorder.soFar()),
    stop: async () => fileOf(await recorder.stop()),
  }
}

const endings: Record<string, string> = { 'audio/mp4': 'm4a', 'audio/webm': 'webm', 'audio/ogg': 'ogg' }

/** 'Voice message 2026-03-12 14.02.m4a': sorts by time, is a valid name on every system, and is recognized by `isVoiceMessage`. */
export function nameOf(time: Date, type: string): string {
  const two = (number: number) => String(number).padStart(2, '0')
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
  return `Voice message ${day} ${two(time.getHours())}.${two(time.getMinutes())}.${endings[type] ?? 'webm'}`
}
