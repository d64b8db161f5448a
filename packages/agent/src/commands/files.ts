// Lists and fetches the shared files of another device: `waypost files`.

import { rename, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Session } from '@waypost/client'
import { check } from '@waypost/client/ground/objects'
import { platform } from '@waypost/client/ground/platform'
import { until } from '@waypost/client/ground/until'
import { type Push, Refusal, RemoteAnswer, type RemoteDirectory, type RemoteFile, type RemoteRequest } from '@waypost/protocol'
import { type Command, InvalidArgumentError } from 'commander'
import { saveFile } from '../download/save.ts'
import { findOwnDevice } from '../recipient.ts'
import { withSignedInSession } from '../sign-in/session.ts'
import { formatTable } from '../terminal/format.ts'
import { plain, print, printJson, printStatus } from '../terminal/terminal.ts'
import { UserError } from '../user-error.ts'
import { addCommand, type Options } from './command.ts'

interface FilesOptions extends Options {
  wait: number
}

interface GetOptions extends FilesOptions {
  output?: string
}

interface RequestTarget {
  session: Session
  device: { iden: string; name: string }
  wait: number
}

/** In seconds. */
const usualWait = '30'
/** In milliseconds. */
const downloadTimeout = 24 * 60 * 60_000
const tellEvery = 3_000

/** Adds `waypost files`. */
export function addFiles(program: Command): void {
  const files = addCommand(program, 'files', 'Lists and fetches the shared files of another device.', [
    'waypost files Desktop',
    'waypost files Desktop Pictures/2024',
    'waypost files get Desktop Pictures/2024/beach.jpg',
    'waypost files get Desktop notes.txt -o - | less',
  ])
    .argument('<device>', "the device's name or iden")
    .argument('[path]', 'a folder of the device, by default its home')
    .option('--wait <seconds>', 'how long to wait for an answer', readWait, Number(usualWait))
    .action(show)
  addCommand(files, 'get', 'Fetches a file from a device.', [
    'waypost files get Desktop Pictures/beach.jpg',
    'waypost files get Desktop Pictures/beach.jpg -o ~/wallpaper.jpg',
  ])
    .argument('<device>', "the device's name or iden")
    .argument('<path>', 'a file of the device')
    .option('-o, --output <file>', "where to save it, by default in this folder under its own name; '-' prints it")
    .option('--wait <seconds>', 'how long to wait for an answer', readWait, Number(usualWait))
    // Options before `get` count too.
    .action((device: string, path: string, _own: GetOptions, command: Command) => get(device, path, command.optsWithGlobals()))
}

async function show(name: string, path: string | undefined, options: FilesOptions): Promise<void> {
  await withDevice(name, options, async (target) => {
    const answer = await ask(target, 'remote_directory_request', pathOf(path ?? '~'), platform.unique())
    const { contents = [], left_out = 0 } = answer as RemoteDirectory
    if (options.json) for (const file of contents) printJson(file)
    else if (contents.length > 0) for (const line of formatTable(['size', 'type', 'path'], contents.map(cellsOf))) print(line)
    else printStatus('No files')
    if (left_out > 0) printStatus(`${left_out.toLocaleString('en')} more files are not listed.`)
  })
}

async function get(name: string, path: string, options: GetOptions): Promise<void> {
  // Check this first: the device must not send a file that cannot be saved.
  const place = await placeOf(options.output)
  await withDevice(name, options, async (target) => {
    const guid = platform.unique()
    const arrives = arrival(target.session, guid)
    // If the device refuses the request, nothing waits for the push any more.
    arrives.catch(() => {})
    await ask(target, 'remote_file_request', pathOf(path), guid)
    printStatus(`${target.device.name} is sending the file.`)
    const push = await arrives
    const { address, size } = place ? await save(push, place) : { size: await printFile(push.file_url ?? '') }
    if (options.json) printJson({ ...push, ...(address !== undefined && { saved: address }), size })
    else if (address !== undefined) print(plain(`Saved as ${address}.`))
  })
}

/** @throws UserError */
async function withDevice(
  name: string,
  { server, wait }: FilesOptions,
  work: (target: RequestTarget) => Promise<void>,
): Promise<void> {
  await withSignedInSession(server, async ({ session }) => {
    const device = await findOwnDevice(session, name)
    await session.start()
    const state = session.$state.get()
    if (typeof state === 'object') throw state.failed
    await until(session.$connection, (connection) => connection === 'connected')
    await work({ session, device, wait })
  })
}

/** @throws UserError when the device does not answer, or answers with an error */
async function ask(
  { session, device, wait }: RequestTarget,
  type: RemoteRequest['type'],
  path: string,
  guid: string,
): Promise<RemoteAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<RemoteAnswer>()
  const stop = session.onEphemeral((ephemeral) => {
    const read = check<RemoteAnswer>(RemoteAnswer, ephemeral)
    if ('value' in read && read.value.guid === guid && read.value.source_device_iden === device.iden) resolve(read.value)
  })
  let cancel = () => {}
  try {
    const user = session.$account.get()?.iden ?? ''
    await session.sendEphemeral({ type, source_user_iden: user, target_device_iden: device.iden, path, guid })
    // Not earlier: a request that takes long to send would time out before anything waits for its answer.
    cancel = platform.after(wait * 1_000, () => reject(new UserError('The device did not answer.')))
    const answer = await promise
    if (answer.error !== undefined) throw new UserError(answer.error)
    return answer
  } finally {
    stop()
    cancel()
  }
}

/**
 * Resolves with the push of this guid, however long it takes. @throws UserError when the device gives up, Refusal when this machine is
 * signed out
 */
function arrival(session: Session, guid: string): Promise<Push> {
  return new Promise((resolve, reject) => {
    session.onPush((push) => {
      if (push.guid === guid && push.file_url !== undefined) resolve(push)
    })
    session.onEphemeral(({ guid: about, error }) => {
      if (about === guid && typeof error === 'string') reject(new UserError(error))
    })
    session.onSignedOut(() => reject(new Refusal('invalid_access_token')))
  })
}

/** Without a name the file keeps its own. */
interface Place {
  folder: string
  name?: string
}

/** Parses `--output`; undefined means standard output. @throws UserError if there is no such folder */
async function placeOf(output = '.'): Promise<Place | undefined> {
  if (output === '-') return undefined
  const wanted = resolve(output)
  if (await isFolder(wanted)) return { folder: wanted }
  const place = { folder: dirname(wanted), name: basename(wanted) }
  if (!(await isFolder(place.folder))) throw new UserError(`There is no folder ${place.folder}. Create it first.`)
  return place
}

/** If the user gave a name, an existing file of that name is replaced. @throws UserError */
async function save({ file_url = '', file_name = 'file', guid = '' }: Push, { folder, name }: Place) {
  try {
    const own = name === undefined ? file_name : `${name}.${guid.slice(0, 8)}`
    const signal = AbortSignal.timeout(downloadTimeout)
    const saved = await saveFile({ address: file_url, folder, name: own, key: guid, signal, onProgress: progress() })
    const address = name === undefined ? saved : join(folder, name)
    if (address !== saved) await rename(saved, address)
    return { address, size: (await stat(address)).size }
  } catch (error) {
    throw new UserError(
      `The file could not be saved in ${folder} (${(error as Error).message}). It is among your pushes: waypost list`,
    )
  }
}

/** Returns a callback that prints the progress of a download every few seconds. */
function progress(): (bytes: number, all: number | undefined) => void {
  let told = platform.now()
  const inWords = (bytes: number) => `${(bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1 })} MB`
  return (bytes, all) => {
    if (platform.now() - told < tellEvery) return
    told = platform.now()
    printStatus(all === undefined ? `${inWords(bytes)} are here.` : `${inWords(bytes)} of ${inWords(all)} are here.`)
  }
}

async function printFile(address: string): Promise<number> {
  const answer = await fetch(address)
  if (!answer.ok) throw new UserError(`The server did not send the file (status ${answer.status}).`)
  let size = 0
  for await (const piece of answer.body ?? []) {
    size += piece.length
    if (!process.stdout.write(piece)) await new Promise((resolve) => process.stdout.once('drain', resolve))
  }
  return size
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}

/** Paths are relative to the home folder by default. */
function pathOf(text: string): string {
  const path = text.replace(/(?<=.)\/+$/, '')
  return /^(~$|~\/|\/)/.test(path) ? path : `~/${path}`
}

function cellsOf({ path, size, mime_type, is_directory, is_drive }: RemoteFile): string[] {
  if (is_directory) return ['', is_drive ? 'drive' : 'folder', `${path.replace(/^~\//, '')}/`]
  return [size === undefined ? '' : size.toLocaleString('en'), mime_type ?? '', path.replace(/^~\//, '')]
}

function readWait(text: string): number {
  const seconds = Number(text)
  if (!(seconds > 0 && seconds <= 86_400)) throw new InvalidArgumentError('Give a number of seconds.')
  return seconds
}
