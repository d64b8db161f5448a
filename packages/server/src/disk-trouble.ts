import { Refusal } from '@waypost/protocol'

// Disk errors of file systems, SQLite and PostgreSQL.

/** SQLite's primary codes: https://www.sqlite.org/rescode.html */
const sqlite = { readOnly: 8, io: 10, corrupt: 11, full: 13, cannotOpen: 14, notADatabase: 26 }

type DiskTrouble = 'full' | 'broken' | 'read-only' | 'damaged'

/** The kind of a disk error; undefined for other errors. */
export function diskTroubleOf(error: unknown): DiskTrouble | undefined {
  const { code, errcode, cause } = (error ?? {}) as { code?: unknown; errcode?: unknown; cause?: unknown }
  if (code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number') {
    const primary = errcode & 0xff
    if (primary === sqlite.full) return 'full'
    if (primary === sqlite.io) return 'broken'
    if (primary === sqlite.readOnly || primary === sqlite.cannotOpen) return 'read-only'
    if (primary === sqlite.corrupt || primary === sqlite.notADatabase) return 'damaged'
    return undefined
  }
  // 53100 is PostgreSQL's disk_full, 58030 its io_error. EFBIG comes from a limit on file sizes.
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG' || code === '53100') return 'full'
  if (code === 'EIO' || code === 'ENXIO' || code === '58030') return 'broken'
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM') return 'read-only'
  return cause === undefined || cause === error ? undefined : diskTroubleOf(cause)
}

/** The refusal for a disk error; undefined for other errors. */
export function refusalOfDisk(error: unknown): Refusal | undefined {
  const trouble = diskTroubleOf(error)
  if (trouble === undefined) return undefined
  if (trouble === 'full') return new Refusal('disk_full', undefined, { cause: error })
  return new Refusal('unavailable', 'The server can’t save anything right now: its disk is failing. Try again later.', {
    cause: error,
  })
}
