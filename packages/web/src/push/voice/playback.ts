// Plays the voice messages of a window, one at a time, continuing with the next.

import { atom, type ReadableAtom, type WritableAtom } from 'nanostores'
import { isGone } from '../../browser/files/contents.ts'
import { playAlone } from '../../browser/files/one-player.ts'
import { isOnline } from '../../browser/network.ts'
import { $rate } from './played.ts'

/** Why a voice message cannot be played. */
export type PlayProblem = 'offline' | 'gone' | 'unsupported' | 'elsewhere'

interface Playing {
  state: 'paused' | 'loading' | 'playing'
  /** The position in seconds; kept when the message goes off screen. */
  at: number
  /** The length in seconds that the browser found, if the push has none. */
  length?: number
  problem?: PlayProblem
}

/** A voice message on screen. */
export interface Voice {
  key: string
  /** The address of its file, or the file itself; undefined if neither is available. */
  source(): string | Blob | undefined
  /** In seconds, if known. */
  duration: number | undefined
  /** When it was sent, for playing the next one automatically. Undefined if none should follow. */
  created?: number
  onPlay?(): void
}

const states = new Map<string, WritableAtom<Playing>>()
const shown = new Map<string, Voice>()
let current: { voice: Voice; url: string; isOwned: boolean } | undefined
let player: HTMLAudioElement | undefined

function stateOf(key: string): WritableAtom<Playing> {
  const known = states.get(key) ?? atom<Playing>({ state: 'paused', at: 0 })
  states.set(key, known)
  return known
}

/** How far a voice message is played. */
export const playingOf = (key: string): ReadableAtom<Playing> => stateOf(key)

function change(key: string, changes: Partial<Playing>): void {
  const { problem, ...state } = stateOf(key).get()
  // The problem is shown until the next attempt.
  const told = problem && changes.state !== 'loading' ? { problem } : {}
  stateOf(key).set({ ...state, ...told, ...changes })
}

/** Registers a voice message on screen. Returns a function to call when it goes, which stops it and keeps its position. */
export function showVoice(voice: Voice): () => void {
  shown.set(voice.key, voice)
  if (current?.voice.key === voice.key) current.voice = voice
  return () => {
    if (shown.get(voice.key) !== voice) return
    shown.delete(voice.key)
    // It may only be re-rendering.
    queueMicrotask(() => current?.voice.key === voice.key && !shown.has(voice.key) && unload())
  }
}

/** Plays a voice message from its last position, or pauses it. */
export function toggle(voice: Voice): void {
  if (stateOf(voice.key).get().state === 'paused') play(voice)
  else player?.pause()
}

/** Seeks to a time in seconds, whether playing or not. */
export function seek(voice: Voice, seconds: number): void {
  const length = lengthOf(voice)
  const at = Math.max(0, Math.min(seconds, length ?? seconds))
  change(voice.key, { at })
  if (current?.voice.key === voice.key && player && player.readyState > 0) player.currentTime = at
}

/** The length of a voice message in seconds, if known. */
export const lengthOf = ({ key, duration }: Voice): number | undefined => duration ?? stateOf(key).get().length

function play(voice: Voice): void {
  const audio = openPlayer()
  if (current?.voice.key !== voice.key || audio.error) {
    const source = voice.source()
    if (source === undefined) return void change(voice.key, { problem: 'elsewhere' })
    unload()
    const isOwned = typeof source !== 'string'
    current = { voice, isOwned, url: isOwned ? URL.createObjectURL(source) : source }
    audio.src = current.url
  }
  const length = lengthOf(voice)
  // A message seeked to its end starts over.
  if (length !== undefined && stateOf(voice.key).get().at >= length) seek(voice, 0)
  audio.playbackRate = $rate.get()
  change(voice.key, { state: 'loading' })
  voice.onPlay?.()
  playAlone(audio)
  // Loading failures fire an `error` event; being paused at once isn't a failure.
  audio.play().catch(() => {})
}

function unload(): void {
  if (!current || !player) return
  const { voice, url, isOwned } = current
  current = undefined
  player.pause()
  player.removeAttribute('src')
  player.load()
  if (isOwned) URL.revokeObjectURL(url)
  change(voice.key, { state: 'paused' })
}

function openPlayer(): HTMLAudioElement {
  if (player) return player
  const audio = new Audio()
  player = audio
  const listen = (type: string, act: (voice: Voice) => void) => audio.addEventListener(type, () => current && act(current.voice))
  $rate.listen((rate) => {
    audio.playbackRate = rate
  })
  listen('loadedmetadata', ({ key }) => {
    // Loading resets the rate.
    audio.playbackRate = $rate.get()
    const { at } = stateOf(key).get()
    if (at > 0) audio.currentTime = at
  })
  listen('durationchange', ({ key }) => Number.isFinite(audio.duration) && change(key, { length: audio.duration }))
  listen('timeupdate', ({ key }) => audio.readyState > 0 && !audio.seeking && change(key, { at: audio.currentTime }))
  listen('playing', ({ key }) => change(key, { state: 'playing' }))
  listen('waiting', ({ key }) => change(key, { state: 'loading' }))
  listen('pause', ({ key }) => change(key, { state: 'paused' }))
  listen('ended', ended)
  listen('error', (voice) => void failed(voice, audio.error?.code))
  return audio
}

function ended({ key, created }: Voice): void {
  unload()
  change(key, { state: 'paused', at: 0 })
  if (created === undefined) return
  const later = [...shown.values()].filter((voice) => voice.created !== undefined && voice.created > created)
  const next = later.sort((one, other) => (one.created ?? 0) - (other.created ?? 0))[0]
  if (next?.source() !== undefined) play(next)
}

async function failed({ key }: Voice, code: number | undefined): Promise<void> {
  change(key, { state: 'paused' })
  const problem = await problemOf(code)
  change(key, { problem })
}

async function problemOf(code: number | undefined): Promise<PlayProblem> {
  if (!current || current.isOwned) return 'unsupported'
  if (!isOnline() || code === MediaError.MEDIA_ERR_NETWORK) return 'offline'
  try {
    return (await isGone(current.url)) ? 'gone' : 'unsupported'
  } catch {
    return 'offline'
  }
}
