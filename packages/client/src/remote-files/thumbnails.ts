import type { RemoteFile } from '@waypost/protocol'
import { atom, type ReadableAtom } from 'nanostores'
import type { Platform } from '../session/platform.ts'
import type { RemoteAsker } from './answers.ts'

/** How far the small picture of a file is; `url` is a data address of a JPEG. */
export type Thumbnail = { state: 'waiting' | 'loading' | 'failed' } | { state: 'loaded'; url: string }

export interface RemoteThumbnails {
  /** By `thumbnailKey`. Only what somebody looked at is among them. */
  readonly $all: ReadableAtom<ReadonlyMap<string, Thumbnail>>
  /** Says which files of a device are in sight, in their order. They are fetched one at a time; what is out of sight again is not. */
  look(device: string, files: readonly RemoteFile[]): void
  close(): void
}

interface Deps {
  asker: RemoteAsker
  platform: Pick<Platform, 'unique'>
}

/** A device makes one in a moment; one that got lost must not hold up the others for long. In milliseconds. */
const within = 10_000
/** As many are held. */
const most = 400
/** In UTF-16 units of base64. */
const largest = 400_000
const types = new Set(['image/png', 'image/jpeg'])

/** Names a file's small picture; a file that became larger or smaller is another picture. */
export const thumbnailKey = (device: string, { path, size }: RemoteFile): string => `${device}\n${size ?? ''}\n${path}`

/** Whether there is a small picture to ask for at all. */
export function hasThumbnail({ mime_type, is_directory }: RemoteFile): boolean {
  return !is_directory && mime_type !== undefined && types.has(mime_type.toLowerCase())
}

export function openRemoteThumbnails({ asker, platform }: Deps): RemoteThumbnails {
  const $all = atom<ReadonlyMap<string, Thumbnail>>(new Map())
  let wanted: readonly { key: string; device: string; path: string }[] = []
  let loading: string | undefined
  let stop = () => {}

  function set(changes: readonly (readonly [string, Thumbnail])[]): void {
    const all = new Map($all.get())
    for (const [key, thumbnail] of changes) {
      all.delete(key)
      all.set(key, thumbnail)
    }
    const inSight = new Set(wanted.map(({ key }) => key))
    for (const key of all.keys()) {
      if (all.size <= most) break
      if (!inSight.has(key)) all.delete(key)
    }
    $all.set(all)
  }

  function next(): void {
    if (loading !== undefined) return
    const one = wanted.find(({ key }) => $all.get().get(key)?.state === 'waiting')
    if (!one) return
    const { key, device, path } = one
    loading = key
    set([[key, { state: 'loading' }]])
    stop = asker.ask({ wants: 'remote_thumbnail', device, path, guid: platform.unique(), within }, (outcome) => {
      loading = undefined
      const url = 'answer' in outcome ? jpegAddress(outcome.answer.thumbnail) : undefined
      set([[key, url === undefined ? { state: 'failed' } : { state: 'loaded', url }]])
      next()
    })
  }

  return {
    $all,
    look(device, files) {
      const before = wanted
      wanted = files.filter(hasThumbnail).map((file) => ({ key: thumbnailKey(device, file), device, path: file.path }))
      const all = $all.get()
      const keys = new Set(wanted.map(({ key }) => key))
      // What went out of sight before its turn is forgotten, so that it waits anew when it comes back.
      const gone = before.filter(({ key }) => !keys.has(key) && all.get(key)?.state === 'waiting')
      const fresh = wanted.filter(({ key }) => !all.has(key))
      if (gone.length > 0) {
        const kept = new Map(all)
        for (const { key } of gone) kept.delete(key)
        $all.set(kept)
      }
      if (fresh.length > 0) set(fresh.map(({ key }) => [key, { state: 'waiting' }]))
      next()
    },
    close() {
      stop()
      wanted = []
    },
  }
}

/** The address of a picture that came as base64; undefined for what is not even the beginning of a JPEG. */
export function jpegAddress(base64: string | undefined): string | undefined {
  if (base64 === undefined || base64.length > largest || !/^\/9j\/[A-Za-z0-9+/]*={0,2}$/.test(base64)) return undefined
  return `data:image/jpeg;base64,${base64}`
}
