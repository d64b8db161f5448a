import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RemoteDirectory, RemoteThumbnail } from '@waypost/protocol'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { openRemoteFilesStage, type RemoteFilesStage } from './test-remote-files.ts'

// For tests: a shared folder, empty for each test, and requests for its contents.

/** `folder` is the shared one. */
export const shared = {} as { stage: RemoteFilesStage; folder: string }

export function setUpSharedFolder(): void {
  beforeAll(async () => {
    shared.stage = await openRemoteFilesStage()
  })
  afterAll(() => shared.stage.close())
  beforeEach(() => {
    shared.folder = join(shared.stage.folder, 'shared')
    mkdirSync(shared.folder)
  })
  afterEach(() => rmSync(shared.folder, { recursive: true, force: true }))
}

/** Creates a file in the folder. */
export function file(path: string, content: string | Uint8Array = 'content'): void {
  mkdirSync(join(shared.folder, path, '..'), { recursive: true })
  writeFileSync(join(shared.folder, path), content)
}

export const list = async (path: string, part: { cursor?: string; filter?: string } = {}) =>
  (await shared.stage.ask('remote_directory_request', path, undefined, part)) as RemoteDirectory
export const thumbnail = async (path: string) => (await shared.stage.ask('remote_thumbnail_request', path)) as RemoteThumbnail
export const names = ({ contents }: RemoteDirectory) => contents?.map(({ name }) => name)
