import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { check } from '@waypost/client/sync/objects'
import { limits, Refusal, type RemoteAnswer, RemoteRequest } from '@waypost/protocol'
import { Failed } from '../failed.ts'
import { type Journal, openJournal } from '../remote-files/journal.ts'
import { openLane } from '../remote-files/lane.ts'
import { listFolder } from '../remote-files/listing.ts'
import { NotServed, notServed } from '../remote-files/not-served.ts'
import { openSender, type Sender } from '../remote-files/sending.ts'
import { openShared } from '../remote-files/shared.ts'
import { thumbnailOf } from '../remote-files/thumbnail.ts'
import { settingsFolder } from '../settings.ts'
import type { Answer, AnswerParts } from './answer.ts'

/** Files that may wait to be sent. */
const mostErrands = 1_000

/**
 * Shows and sends the files of shared folders to the own devices that ask for them. Thumbnails and files go one at a time. What was promised
 * stands in a file beside the settings, so that a companion which was ended in the middle goes on there.
 * @param options the folders as absolute paths, none shares nothing; where the settings are, if not in their usual place
 * @throws Failed when what was promised before cannot be read
 */
export function answerRemoteFiles(options: AnswerParts & { folders: readonly string[]; settings?: string }): Answer {
  const { session, device, log, folders, settings = settingsFolder() } = options
  // The settings hold the token: whoever has a key to some of the account must not get one to all of it from here.
  const shared = openShared(folders, [settings])
  const journal = openList(join(settings, `remote-files-${device.replace(/\W/g, '_')}.json`))
  const directories = openLane(4, 200)
  const thumbnails = openLane(1, 500)
  let sender: Sender | undefined
  let stopListening = () => {}

  async function answer({ type, path, guid, cursor, filter }: RemoteRequest): Promise<RemoteAnswer> {
    const said = { source_device_iden: device, guid, path }
    if (type === 'remote_directory_request') {
      return {
        type: 'remote_directory',
        ...said,
        ...(await served(() => directories(() => listFolder(shared, path, { cursor, filter })))),
      }
    }
    if (type === 'remote_thumbnail_request') {
      const made = await served(async () => ({ thumbnail: await thumbnails(() => thumbnailOf(shared, path)) }))
      return { type: 'remote_thumbnail', ...said, ...made }
    }
    return { type: 'remote_file_request_confirmed', ...said, ...(await served(() => directories(() => promise(path, guid)))) }
  }

  /** Takes on to send a file. @throws NotServed */
  async function promise(path: string, guid: string): Promise<object> {
    if (journal.knows(guid)) return {}
    if (journal.errands.length >= mostErrands) {
      throw new NotServed('The device has too many files to send already. Ask again later.')
    }
    const { handle, real } = await shared.openFile(path)
    await handle.close()
    // The same request may have come twice, and the other one was quicker.
    if (journal.knows(guid)) return {}
    try {
      journal.add({ guid, path, real })
    } catch (cause) {
      log(`What is asked for cannot be noted: ${(cause as Error).message}`)
      throw new NotServed('The device cannot note what it is asked for. Its disk may be full.', { cause })
    }
    return {}
  }

  async function hear(ephemeral: unknown): Promise<void> {
    const read = check<RemoteRequest>(RemoteRequest, ephemeral)
    if (!('value' in read)) return
    const { target_device_iden, guid } = read.value
    if (target_device_iden !== device || guid === '' || guid.length > limits.guidLength || guid.includes('\0')) return
    await send(await answer(read.value))
    sender?.flow()
  }

  async function send(said: RemoteAnswer): Promise<void> {
    try {
      await session.sendEphemeral(said)
    } catch (error) {
      // Nobody heard it. Whoever asked asks again, or gets the file all the same.
      if (!(error instanceof Refusal)) throw error
      log(`An answer about ${said.type.replaceAll('_', ' ')} got lost: ${error.message}`)
    }
  }

  /** What was asked for, or one sentence in its place. */
  async function served<T extends object>(work: () => Promise<T>): Promise<T | { error: string }> {
    try {
      return await work()
    } catch (error) {
      try {
        return { error: notServed(error).message }
      } catch {
        // Nobody should wait for an answer because of a mistake of ours.
        log(error instanceof Error ? (error.stack ?? error.message) : String(error))
        return { error: 'Something went wrong on the device.' }
      }
    }
  }

  return {
    async begin() {
      for (const folder of folders) {
        const found = await stat(folder).catch(() => undefined)
        if (!found?.isDirectory()) log(`The folder ${folder}, which is shared, is not there.`)
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
      stopListening = session.onEphemeral((ephemeral) => void hear(ephemeral))
      sender.flow()
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

function openList(file: string): Journal {
  try {
    return openJournal(file)
  } catch (error) {
    throw new Failed(`the list of files to send, ${file}, cannot be read (${(error as NodeJS.ErrnoException).code ?? error})`)
  }
}
