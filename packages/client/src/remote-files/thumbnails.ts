// Fetches thumbnails of the visible files of a device, one at a time.

import type { RemoteFile } from '@waypost/protocol'
import { atom, type ReadableAtom } from 'nanostores'
import type { Platform } from '../ground/platform.ts'
import type { RemoteAsker } from './answers.ts'

/** The state of a thumbnail; `url` is a data URL of a JPEG. */
export type Thumbnail = { state: 'waiting' | 'loading' | 'failed' } | { state: 'loaded'; url: string }

export interface RemoteThumbnails {
  /** By `thumbnailKey`. */
  readonly $all: ReadableAtom<ReadonlyMap<string, Thumbnail>>
  /** Sets the visible files of a device, in order. Their thumbnails are fetched one at a time, and only while visible. */
  look(device: string, files: readonly RemoteFile[]): void
  close(): void
}

interface Deps {
  asker: RemoteAsker
  platform: Pick<Platform, 'unique'>
}

/** In milliseconds, kept short so a lost response does not delay the others for long. */
const timeout = 10_000
const maxThumbnails = 400
/** In UTF-16 units of base64. */
const maxLength = 400_000
const types = new Set(['image/png', 'image/jpeg'])

/** Identifies the thumbnail of a file; a file whose size changed has a new one. */
export const thumbnailKey = (device: string, { path, size }: RemoteFile): string => `${device}\n${size ?? ''}\n${path}`

/** Whether a device can make a thumbnail of a file. */
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
    const visible = new Set(wanted.map(({ key }) => key))
    for (const key of all.keys()) {
      if (all.size <= maxThumbnails) break
      if (!visible.has(key)) all.delete(key)
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
    stop = asker.ask({ wants: 'remote_thumbnail', device, path, guid: platform.unique(), within: timeout }, (outcome) => {
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
      // A file that is hidden while still queued is dropped, so it is queued again when it becomes visible.
      const hidden = before.filter(({ key }) => !keys.has(key) && all.get(key)?.state === 'waiting')
      const added = wanted.filter(({ key }) => !all.has(key))
      if (hidden.length > 0) {
        const kept = new Map(all)
        for (const { key } of hidden) kept.delete(key)
        $all.set(kept)
      }
      if (added.length > 0) set(added.map(({ key }) => [key, { state: 'waiting' }]))
      next()
    },
    close() {
      stop()
      wanted = []
    },
  }
}

/** Undefined if the picture does not start like a JPEG. */
function jpegAddress(base64: string | undefined): string | undefined {
  if (base64 === undefined || base64.length > maxLength || !/^\/9j\/[A-Za-z0-9+/]*={0,2}$/.test(base64)) return undefined
  return `data:image/jpeg;base64,${base64}`
}
