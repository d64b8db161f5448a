// Warns if the data folder is on a network file system, where the embedded database is not safe.

import { statfsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Config } from '../config.ts'

type StatFs = (folder: string) => { type: number }

/** Network file systems by Linux type number: statfs(2), linux/magic.h. FUSE file systems can't be told from local ones. */
const networkTypes: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0xff534d42, 'SMB'],
  [0x5346414f, 'AFS'],
  [0x01021997, '9P'],
])

/** A warning if the embedded database is on a network file system; undefined if it isn't, or if that is unknown. */
export function networkFolderWarning(
  { data, databaseUrl }: Pick<Config, 'data' | 'databaseUrl'>,
  statfs: StatFs = statfsSync,
): string | undefined {
  if (databaseUrl !== undefined || process.platform !== 'linux') return undefined
  const name = networkTypes.get(typeOf(resolve(data), statfs) ?? 0)
  if (name === undefined) return undefined
  return `The data folder ${data} is on a network file system (${name}). Its locks do not protect the embedded database there, which can be damaged. Set WAYPOST_DATA to a folder on a local disk, or use PostgreSQL.`
}

function typeOf(folder: string, statfs: StatFs): number | undefined {
  try {
    // The kernel's value is an unsigned 32-bit number.
    return statfs(folder).type >>> 0
  } catch (error) {
    const parent = dirname(folder)
    return (error as NodeJS.ErrnoException).code === 'ENOENT' && parent !== folder ? typeOf(parent, statfs) : undefined
  }
}
