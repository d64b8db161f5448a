import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { check } from '@waypost/client/ground/objects'
import { guidLength, Refusal, type RemoteAnswer, RemoteRequest } from '@waypost/protocol'
import { type Journal, openJournal } from '../remote-files/journal.ts'
import { listFolder } from '../remote-files/listing.ts'
import { RemoteFileError, toRemoteFileError } from '../remote-files/remote-file-error.ts'
import { openSender, type Sender } from '../remote-files/sender.ts'
import { openSharedFolders } from '../remote-files/shared-folders.ts'
import { thumbnailOf } from '../remote-files/thumbnail.ts'
import { openWorkQueue } from '../remote-files/work-queue.ts'
import { settingsFolder } from '../settings/settings.ts'
import { UserError } from '../user-error.ts'
import type { Feature, FeatureDeps } from './feature.ts'

const maxTransfers = 1_000

/**
 * Lists and sends files of the shared folders to the account's own devices on request. Accepted requests are kept in a file beside the
 * settings, so sending resumes after a restart. Thumbnails and files are handled one at a time.
 * @param options `folders` are absolute paths, none shares nothing; `settings` is the settings folder, if not the default
 * @throws UserError if the accepted requests can't be read
 */
export function remoteFilesFeature(options: FeatureDeps & { folders: readonly string[]; settings?: string }): Feature {
  const { session, device, log, folders, settings = settingsFolder() } = options
  // The settings contain the token: a device that may see shared files must not get full access to the account.
  const shared = openSharedFolders(folders, [settings])
  const journal = openList(join(settings, `remote-files-${device.replace(/\W/g, '_')}.json`))
  const directories = openWorkQueue(4, 200)
  const thumbnails = openWorkQueue(1, 500)
  let sender: Sender | undefined
  let stopListening = () => {}

  async function answer({ type, path, guid, cursor, filter }: RemoteRequest): Promise<RemoteAnswer> {
    const said = { source_device_iden: device, guid, path }
    if (type === 'remote_directory_request') {
      return {
        type: 'remote_directory',
        ...said,
        ...(await resultOrError(log, () => directories(() => listFolder(shared, path, { cursor, filter })))),
      }
    }
    if (type === 'remote_thumbnail_request') {
      const made = await resultOrError(log, async () => ({ thumbnail: await thumbnails(() => thumbnailOf(shared, path)) }))
      return { type: 'remote_thumbnail', ...said, ...made }
    }
    return {
      type: 'remote_file_request_confirmed',
      ...said,
      ...(await resultOrError(log, () => directories(() => acceptRequest(path, guid)))),
    }
  }

  /** @throws RemoteFileError */
  async function acceptRequest(path: string, guid: string): Promise<object> {
    if (journal.knows(guid)) return {}
    if (journal.transfers.length >= maxTransfers) {
      throw new RemoteFileError('The device has too many files to send already. Ask again later.')
    }
    const { handle, real } = await shared.openFile(path)
    await handle.close()
    // The same request may have arrived twice, and the other was faster.
    if (journal.knows(guid)) return {}
    try {
      journal.add({ guid, path, real })
    } catch (cause) {
      log(`A file request cannot be saved: ${(cause as Error).message}`)
      throw new RemoteFileError('The device cannot save the request. Its disk may be full.', { cause })
    }
    return {}
  }

  async function onEphemeral(ephemeral: unknown): Promise<void> {
    const read = check<RemoteRequest>(RemoteRequest, ephemeral)
    if (!('value' in read)) return
    const { target_device_iden, guid } = read.value
    if (target_device_iden !== device || guid === '' || guid.length > guidLength || guid.includes('\0')) return
    await send(await answer(read.value))
    sender?.wake()
  }

  async function send(answer: RemoteAnswer): Promise<void> {
    try {
      await session.sendEphemeral(answer)
    } catch (error) {
      // The answer is lost. The other device asks again, or receives the file anyway.
      if (!(error instanceof Refusal)) throw error
      log(`An answer about ${answer.type.replaceAll('_', ' ')} could not be sent: ${error.message}`)
    }
  }

  return {
    async start() {
      for (const folder of folders) {
        const found = await stat(folder).catch(() => undefined)
        if (!found?.isDirectory()) log(`The folder ${folder}, which is shared, does not exist.`)
      }
      sender ??= openSender({
        session,
        device,
        shared,
        journal,
        log,
        onFailed: ({ guid, path }, error) =>
          void send({ type: 'remote_file_request_confirmed', source_device_iden: device, guid, path, error }),
      })
      stopListening()
      stopListening = session.onEphemeral((ephemeral) => void onEphemeral(ephemeral))
      sender.wake()
    },
    async close() {
      stopListening()
      stopListening = () => {}
      const closing = sender
      sender = undefined
      await closing?.close()
    },
  }
}

async function resultOrError<T extends object>(log: FeatureDeps['log'], work: () => Promise<T>): Promise<T | { error: string }> {
  try {
    return await work()
  } catch (error) {
    try {
      return { error: toRemoteFileError(error).message }
    } catch {
      // A bug: the other device gets an answer all the same.
      log(error instanceof Error ? (error.stack ?? error.message) : String(error))
      return { error: 'Something went wrong on the device.' }
    }
  }
}

function openList(file: string): Journal {
  try {
    return openJournal(file)
  } catch (error) {
    throw new UserError(`the list of files to send, ${file}, cannot be read (${(error as NodeJS.ErrnoException).code ?? error})`)
  }
}
