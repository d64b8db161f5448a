// Reserves part of the disk for the embedded store, so that its log can always be moved into its file and deleting frees space on a full
// disk.

import { statfs } from 'node:fs/promises'
import type { DatabaseSync } from 'node:sqlite'

/** The reserve in bytes; on a small disk, only a share of it. */
const mostReserved = 32 * 2 ** 20
const share = 16
/** Milliseconds between disk checks, and the number of commits that trigger one earlier. */
const lookEvery = 200
const commitsBetween = 100
/** Free space below this multiple of the reserve counts as near. */
const near = 8
/** Free pages at which the store counts as having room. */
const enoughPages = 64

interface Reserve {
  /** Call it after each commit and each refusal; it checks the disk from time to time. */
  committed(): void
  /** @throws DiskFull if nothing can be written */
  check(): void
  /** Call it before a write, and the function it returns after the write, within its transaction. Undefined while there is room. */
  measure(): (() => void) | undefined
}

/** @param db the connection that writes @param onLook called with the free bytes, and whether they are less than the reserve */
export function openReserve(folder: string, db: DatabaseSync, onLook: (free: number, isLow: boolean) => void): Reserve {
  const countPages = db.prepare('PRAGMA page_count')
  const countFree = db.prepare('PRAGMA freelist_count')
  const pages = () => (countPages.get() as { page_count: number }).page_count
  const freePages = () => (countFree.get() as { freelist_count: number }).freelist_count
  let isLow = false
  let isLooking = false
  /** Whether the next commits may use up the free space: then the disk is checked after each. */
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
      // The folder can't be read now, or the store is closed. The next check may succeed.
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
        // Writes that fit into the store's free pages don't enlarge it, nor do those that free more than they take.
        if (pages() > before && pages() - freePages() > usedBefore) throw new DiskFull()
      }
    },
  }
}

/** The rest of the disk is reserved for deleting. */
class DiskFull extends Error {
  readonly code = 'ENOSPC'

  constructor() {
    super('The disk is nearly full; what is left is kept for deleting.')
  }
}
