// Keeps the pictures that are chosen and not sent yet, with the edits and the present look of each.

import { useEffect, useRef, useState } from 'react'
import { pictureSize, redrawn } from '../../browser/files/drawing.ts'
import { isStill } from '../../browser/files/files.ts'
import { isLargeFile } from '../../browser/files/picture-header.ts'
import { drawingOf, isEdited, type PictureEdit, unedited } from './edit.ts'

/** A chosen picture. */
export interface Picked {
  key: number
  file: File
  edit: PictureEdit
  /** Its size as it is; undefined until it is decoded, and for what cannot be edited. */
  size?: { width: number; height: number } | undefined
  /** An object URL of the picture as it is turned, not cropped; undefined for what the browser cannot show. */
  shown?: string | undefined
  loaded: boolean
}

/** Previews are drawn no larger, in pixels. */
const previewSide = 1_600

let lastKey = 0

/** The chosen pictures, and what can be done with them. */
interface PickedPictures {
  pictures: readonly Picked[]
  add(files: readonly File[]): void
  remove(key: number): void
  change(key: number, edit: PictureEdit): void
}

/** Starts with some files. Previews are made in the background and released in the end. */
export function usePicked(files: readonly File[]): PickedPictures {
  const [pictures, setPictures] = useState<readonly Picked[]>(() => files.map(pickedOf))
  const urls = useRef(new Set<string>())
  const ended = useRef(false)
  const asked = useRef(new Map<number, number>())

  // Draws those without a preview of their present turn.
  useEffect(() => {
    for (const { key, file, edit } of pictures) {
      if (asked.current.get(key) === edit.turns) continue
      asked.current.set(key, edit.turns)
      void previewOf(file, edit.turns).then((preview) => {
        if (preview.shown) urls.current.add(preview.shown)
        if (ended.current) release(urls.current)
        setPictures((now) =>
          now.map((each) => (each.key === key && each.edit.turns === edit.turns ? { ...each, ...preview, loaded: true } : each)),
        )
      })
    }
  }, [pictures])

  useEffect(() => {
    ended.current = false
    return () => {
      ended.current = true
      release(urls.current)
    }
  }, [])

  return {
    pictures,
    add: (more) => setPictures((now) => [...now, ...more.map(pickedOf)]),
    remove: (key) => setPictures((now) => now.filter((each) => each.key !== key)),
    change: (key, edit) => setPictures((now) => now.map((each) => (each.key === key ? { ...each, edit } : each))),
  }
}

/**
 * The files as they are sent. A file that is neither edited nor too large stays as it is.
 * @param longest no side becomes longer, in pixels; undefined keeps the sizes
 * @throws when the browser cannot draw one of them
 */
export function editedFiles(pictures: readonly Picked[], longest: number | undefined): Promise<File[]> {
  return Promise.all(
    pictures.map(({ file, edit, size }) => {
      if (!size || (!isEdited(edit) && (longest ?? Number.POSITIVE_INFINITY) >= Math.max(size.width, size.height))) return file
      return redrawn(file, edit.turns, drawingOf(size, edit, longest))
    }),
  )
}

const pickedOf = (file: File): Picked => ({ key: ++lastKey, file, edit: unedited, loaded: false })

function release(urls: Set<string>): void {
  for (const url of urls) URL.revokeObjectURL(url)
  urls.clear()
}

const isShown = async (file: File) => file.type.startsWith('image/') && !(await isLargeFile(file))

async function previewOf(file: File, turns: number): Promise<Pick<Picked, 'size' | 'shown'>> {
  if (!isStill(file)) return { shown: (await isShown(file)) ? URL.createObjectURL(file) : undefined }
  const size = await pictureSize(file)
  if (!size) return {}
  if (turns === 0) return { size, shown: URL.createObjectURL(file) }
  const preview = await redrawn(file, turns, drawingOf(size, { turns }, previewSide)).catch(() => undefined)
  return preview ? { size, shown: URL.createObjectURL(preview) } : {}
}
