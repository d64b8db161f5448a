// Plays a device that shares files, and finds its files on the page.

import { type Ephemeral, inMemoryStore, openSession, type Session } from '@waypost/client'
import { createDevice, createPush, type RemoteFile } from '@waypost/protocol'
import { remoteFilesList } from '@waypost/web/words/remote-files'
import type { Actor, Page } from './actors.ts'
import { sentence } from './words/sentence.ts'

interface RemoteDevice {
  readonly iden: string
  readonly session: Session
  /** The requests it received: type and path. */
  readonly requests: readonly string[]
  /** Whether it answers at all. */
  answers: boolean
  /** Whether it answers pings. Clients repeat unanswered requests when they receive a pong. */
  answersPings: boolean
  /** Sends the last requested file as a push; without a guid if the device does not support guids. */
  send(fields: { file_url: string; guid?: boolean }): Promise<void>
  close(): void
}

const jpeg =
  '/9j/4AAQSkZJRgABAQEAYABgAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAA//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AN//Z'

const folder = (path: string, more: Partial<RemoteFile> = {}): RemoteFile => ({
  ...entry(path),
  is_directory: true,
  ...more,
})
export const file = (path: string, size: number, mime_type?: string): RemoteFile => ({
  ...entry(path),
  size,
  modified,
  ...(mime_type && { mime_type }),
})

/** When the files were modified, in seconds. */
const modified = Date.UTC(2026, 2, 12, 12) / 1_000

const entry = (path: string) => ({ name: path.slice(path.lastIndexOf('/') + 1), path })

/** Connects a device with these folders, by default without a password. */
export async function remoteDevice(
  origin: string,
  { token }: Pick<Actor, 'token'>,
  folders: Readonly<Record<string, readonly RemoteFile[]>>,
  { nickname = 'Laptop', password = '', pageSize = Number.POSITIVE_INFINITY } = {},
): Promise<RemoteDevice> {
  const session = openSession({ origin, token, saved: inMemoryStore(), agent: 'test/1' })
  await session.start()
  await new Promise<void>((resolve) => {
    session.$connection.subscribe((connection) => connection === 'connected' && resolve())
  })
  await session.encryption.setPassword(password)
  const key_fingerprint = await session.encryption.fingerprint()
  const { iden } = await session.call(createDevice, {
    nickname,
    type: 'linux',
    icon: 'laptop',
    remote_files: 'enabled',
    ...(key_fingerprint && { key_fingerprint }),
  })
  const requests: string[] = []
  let last: Ephemeral | undefined
  const device: RemoteDevice = {
    iden,
    session,
    requests,
    answers: true,
    answersPings: true,
    async send({ file_url, guid = true }) {
      const path = String(last?.path)
      const named = {
        type: 'file' as const,
        file_name: path.slice(path.lastIndexOf('/') + 1),
        file_url,
        source_device_iden: iden,
      }
      await session.call(createPush, { ...named, ...(guid && { guid: String(last?.guid) }) })
    },
    close: () => session.close(),
  }
  const parentOf = (path: string) => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : undefined)
  session.onEphemeral((question) => {
    const { type, target_device_iden, guid } = question
    if (!device.answers) return
    if (type === 'ping') return void (device.answersPings && session.sendEphemeral({ type: 'pong', device_iden: iden }))
    if (target_device_iden !== iden) return
    const path = String(question.path)
    requests.push(`${type} ${path}`)
    const answer = (kind: string, more: object) =>
      void session.sendEphemeral({ type: kind, source_device_iden: iden, guid, path, ...more })
    if (type === 'remote_directory_request') {
      const filter = String(question.filter ?? '').toLowerCase()
      const all = folders[path]?.filter(({ name }) => name.toLowerCase().includes(filter))
      const from = Number(question.cursor ?? 0)
      const contents = all?.slice(from, from + pageSize)
      const more = all && from + pageSize < all.length
      const parent_path = parentOf(path)
      answer(
        'remote_directory',
        contents
          ? {
              contents,
              total: all?.length,
              ...(parent_path !== undefined && { parent_path }),
              ...(more && { cursor: String(from + pageSize) }),
            }
          : { error: 'There is no such file or folder here.' },
      )
    }
    if (type === 'remote_thumbnail_request') answer('remote_thumbnail', { thumbnail: jpeg })
    if (type === 'remote_file_request') {
      last = question
      answer('remote_file_request_confirmed', {})
    }
  })
  return device
}

/** The files of the device. */
export const home: Record<string, RemoteFile[]> = {
  '~': [
    folder('~/Pictures'),
    folder('~/Empty'),
    folder('~/Backup', { is_drive: true }),
    file('~/b.pdf', 2_150_000, 'application/pdf'),
  ],
  '~/Pictures': [
    folder('~/Pictures/Trips'),
    file('~/Pictures/a.jpg', 2_202_010, 'image/jpeg'),
    file('~/Pictures/c.png', 312, 'image/png'),
    file('~/Pictures/notes.txt', 1_536, 'text/plain'),
  ],
  '~/Pictures/Trips': [],
  '~/Empty': [],
}

/** The files in the open folder. */
export const files = (page: Page, name: string) =>
  page.getByRole('list', { name: sentence(remoteFilesList.files, { name }), exact: true })
/** A file or folder in the list. */
export const entryOf = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name: new RegExp(`^${name}`) })
export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
/** The requested files. */
export const queue = (page: Page) => page.getByRole('region', { name: /requested file/ })
