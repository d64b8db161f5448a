import { expect, test } from 'vitest'
import { networkFolderWarning } from './network-folder.ts'

const config = { data: '/srv/waypost/data', databaseUrl: undefined }

test.runIf(process.platform === 'linux')('the embedded database is warned of on network file systems alone', () => {
  const types: [type: number, name: string | undefined][] = [
    [0x6969, 'NFS'],
    [0x517b, 'SMB'],
    [0xfe534d42, 'SMB'],
    // As systems with a signed type return it.
    [0xff534d42 | 0, 'SMB'],
    [0x01021997, '9P'],
    // ext4, btrfs, tmpfs, overlayfs, FUSE.
    ...[0xef53, 0x9123683e, 0x01021994, 0x794c7630, 0x65735546].map((type): [number, undefined] => [type, undefined]),
  ]
  for (const [type, name] of types) {
    const warning = networkFolderWarning(config, () => ({ type }))
    expect([type, warning?.match(/file system \((\w+)\)/)?.[1]]).toEqual([type, name])
    expect(networkFolderWarning({ ...config, databaseUrl: 'postgres://db/waypost' }, () => ({ type }))).toBeUndefined()
  }
})

test.runIf(process.platform === 'linux')(
  'a folder that does not exist yet is where it will be created, and one that cannot be read is not warned of',
  () => {
    const missing = (folder: string) => {
      if (folder === '/srv') return { type: 0x6969 }
      throw Object.assign(new Error('missing'), { code: 'ENOENT' })
    }
    expect(networkFolderWarning(config, missing)).toContain('/srv/waypost/data')
    const denied = () => {
      throw Object.assign(new Error('denied'), { code: 'EACCES' })
    }
    expect(networkFolderWarning(config, denied)).toBeUndefined()
  },
)
