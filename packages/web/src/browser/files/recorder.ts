import { atom, type ReadableAtom } from 'nanostores'
import { $touch } from '../media.ts'

/** Why nothing can be recorded. */
export type RecordingProblem = 'insecure' | 'unsupported' | 'refused' | 'missing' | 'busy' | 'unreachable'

/** A recording in progress. */
export interface Recorder {
  /** The current loudness, from 0 to 1, and the length so far in seconds, updated 20 times a second. */
  readonly $level: ReadableAtom<{ loudness: number; seconds: number }>
  pause(): void
  resume(): void
  /** Its length in seconds, and its loudness 20 times a second, from 0 to 1. */
  measured(): { seconds: number; levels: readonly number[] }
  soFar(): Promise<Blob>
  /** It also releases the microphone. */
  stop(): Promise<Blob>
}

/** From the most widely playable to the least. */
const types = ['audio/mp4;codecs=mp4a.40.2', 'audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus']

/** Enough for speech, in bits per second. */
const rate = 48_000

/** In milliseconds. */
const measuredEvery = 50

/**
 * Asks for the microphone, and records from it.
 * @param onEnded called if the browser ends the recording, e.g. because the microphone is unplugged; `stop` still returns the recording so
 * far
 */
export async function startRecorder(onEnded: () => void): Promise<Recorder | RecordingProblem> {
  if (!isSecureContext) return 'insecure'
  if (!navigator.mediaDevices || typeof MediaRecorder === 'undefined') return 'unsupported'
  let stream: MediaStream
  try {
    stream = await navigator.mediaDevices.getUserMedia({ audio: { echoCancellation: true, noiseSuppression: true } })
  } catch (error) {
    return problemOf(error)
  }
  const release = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  try {
    return begun(stream, release, onEnded)
  } catch {
    release()
    return 'unsupported'
  }
}

function begun(stream: MediaStream, release: () => void, onEnded: () => void): Recorder {
  const mimeType = types.find((type) => MediaRecorder.isTypeSupported(type))
  const recorder = new MediaRecorder(stream, { audioBitsPerSecond: rate, ...(mimeType && { mimeType }) })
  const parts: Blob[] = []
  const stopped = new Promise<void>((resolve) => recorder.addEventListener('stop', () => resolve()))
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
  recorder.addEventListener('error', onEnded)
  for (const track of stream.getTracks()) track.addEventListener('ended', onEnded)
  const meter = openMeter(stream)
  const whole = () => {
    const [type = ''] = recorder.mimeType.split(';')
    return new Blob(parts, { type })
  }
  // In parts, so the recording so far survives if the browser breaks off.
  recorder.start(1_000)
  // Loaded on demand: desktops don't need it.
  if ($touch.get()) import('../touch/haptics.ts').then(({ buzz }) => buzz()).catch(() => {})
  return {
    $level: meter.$level,
    measured: meter.measured,
    pause() {
      if (recorder.state === 'recording') recorder.pause()
      meter.run(false)
    },
    resume() {
      if (recorder.state === 'paused') recorder.resume()
      meter.run(true)
    },
    async soFar() {
      if (recorder.state !== 'inactive') {
        const next = new Promise<unknown>((resolve) => recorder.addEventListener('dataavailable', resolve, { once: true }))
        recorder.requestData()
        await next
      }
      return whole()
    },
    async stop() {
      meter.close()
      if (recorder.state !== 'inactive') recorder.stop()
      await stopped
      release()
      return whole()
    },
  }
}

interface Meter extends Pick<Recorder, '$level' | 'measured'> {
  /** Resumes or pauses. */
  run(on: boolean): void
  close(): void
}

function openMeter(stream: MediaStream): Meter {
  const $level = atom({ loudness: 0, seconds: 0 })
  const levels: number[] = []
  /** Milliseconds recorded before the last pause, and when recording resumed. */
  let before = 0
  let since: number | undefined = performance.now()
  const passed = () => before + (since === undefined ? 0 : performance.now() - since)
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  const samples = new Float32Array(analyser.fftSize)
  context.createMediaStreamSource(stream).connect(analyser)
  const timer = setInterval(() => {
    if (since === undefined) return
    analyser.getFloatTimeDomainData(samples)
    const mean = Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)
    // Speech has between a fiftieth and a third of the maximum loudness.
    const loudness = Math.min(1, mean * 4)
    // A background window measures less often.
    const due = passed() / measuredEvery
    do levels.push(loudness)
    while (levels.length < due)
    $level.set({ loudness, seconds: passed() / 1_000 })
  }, measuredEvery)
  function run(on: boolean): void {
    before = passed()
    since = on ? performance.now() : undefined
  }
  return {
    $level,
    run,
    measured: () => ({ seconds: passed() / 1_000, levels }),
    close() {
      run(false)
      clearInterval(timer)
      void context.close()
    },
  }
}

function problemOf(error: unknown): RecordingProblem {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing'
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'refused'
}
