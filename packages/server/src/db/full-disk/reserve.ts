// Keeps a part of the disk free for the embedded store, so that its log can always be moved into its file, and deleting makes room on a full disk.

import { statfs } from 'node:fs/promises'
import type { DatabaseSync } from 'node:sqlite'

/** Bytes that are kept free, of a small disk only a share. */
const mostReserved = 32 * 2 ** 20
const share = 16
/** Milliseconds between two looks at the disk, and commits after which it is looked at all the same. */
const lookEvery = 200
const commitsBetween = 100
/** So many times the reserve is near. */
const near = 8
/** Free pages of the store with which it counts as having room. */
const enoughPages = 64

interface Reserve {
  /** Call it after each commit, and when something was refused: it looks at the disk, from time to time. */
  committed(): void
  /** @throws DiskFull when there is no room to write anything */
  check(): void
  /** What to call before a write, for what to call after it, within its transaction. Undefined while there is room. */
  measure(): (() => void) | undefined
}

/**
 * @param db the connection that writes
 * @param onLook called with the bytes that are free, and whether they are fewer than the reserve
 */
export function openReserve(folder: string, db: DatabaseSync, onLook: (free: number, isLow: boolean) => void): Reserve {
  const countPages = db.prepare('PRAGMA page_count')
  const countFree = db.prepare('PRAGMA freelist_count')
  const pages = () => (countPages.get() as { page_count: number }).page_count
  const freePages = () => (countFree.get() as { freelist_count: number }).freelist_count
  let isLow = false
  let isLooking = false
  /** Whether the next commits may take what is free: then each is followed by a look. */
  let isNear = true
  let lookedAt = 0
  let commits = 0

  async function look(): Promise<void> {
    isLooking = true
    try {
      const { bavail, blocks, bsize } = await statfs(folder)
      const [free, reserved] = [bavail * bsize, Math.min(mostReserved, (blocks * bsize) / share)]
      isLow = free < reserved
      isNear = free < near * reserved
      onLook(free, isLow)
    } catch {
      // The folder cannot be read now, or the store is closed. The next look may tell.
    } finally {
      isLooking = false
      lookedAt = performance.now()
      commits = 0
    }
  }

  return {
    committed() {
      commits++
      if (!isLooking && (isNear || commits >= commitsBetween || performance.now() - lookedAt > lookEvery)) void look()
    },
    check() {
      if (isLow && freePages() < enoughPages) throw new DiskFull()
    },
    measure() {
      if (!isLow) return undefined
      const [before, usedBefore] = [pages(), pages() - freePages()]
      return () => {
        // What fits into the free pages of the store does not make it longer, and neither does what frees more than it takes.
        if (pages() > before && pages() - freePages() > usedBefore) throw new DiskFull()
      }
    },
  }
}

/** The rest of the disk is kept for deleting. */
class DiskFull extends Error {
  readonly code = 'ENOSPC'

  constructor() {
    super('The disk is nearly full; what is left is kept for deleting.')
  }
}
