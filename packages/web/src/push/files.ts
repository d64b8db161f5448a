// Sends files as pushes, with previews, and makes the browser ask before it closes a window with unfinished uploads.

import type { FileFacts, FileSource, HistoryItem, Session, Target } from '@waypost/client'
import { Refusal } from '@waypost/protocol'
import type { LocalPicture } from '../browser/files/local-picture.ts'
import { askBeforeLeaving } from '../browser/location.ts'
import { closeBannersOf, showBanner } from '../ui/feedback/feedback.ts'
import { i18n } from '../ui/language.ts'
import { pushFiles } from './en.ts'
import type { RecordedFile } from './voice/recording.ts'

const messages = i18n('push-files', pushFiles)

/** The local picture of a file sent from this window. The item keeps it after the upload. */
interface Preview {
  size: number
  picture?: LocalPicture
}

/** How long a new item waits for the size of its picture, in milliseconds. */
const pictureWithin = 120

/**
 * Sends each file as a push, at once or at a later time in seconds; several pictures form an album, which precedes all other files. The
 * caption goes with the first. Resolves once the items or their errors are on screen: a file is stored before that, so it survives the
 * window.
 * @returns the guids of the pushes; undefined if there are none
 */
export async function sendFiles(
  session: Session,
  files: readonly File[],
  target: Target,
  sendAt?: number,
  caption?: string,
): Promise<string[] | undefined> {
  if (files.length === 0) return
  const isPicture = ({ type }: File) => type.startsWith('image/')
  const inOrder = [...files.filter(isPicture), ...files.filter((file) => !isPicture(file))]
  const sources = await Promise.all(inOrder.map(sourceOf))
  let guids: string[]
  try {
    guids = session.push.sendFiles(sources, target, sendAt, caption)
    closeBannersOf(messages.get().failed)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    showBanner({ title: messages.get().failed, body: error.message })
    return
  }
  guard(session, target)
  await session.push.shown(guids)
  return guids
}

/** Sends a failed push again, with `file` if its own is lost. */
export async function retryFile(session: Session, item: HistoryItem, file: File | undefined, target: Target): Promise<void> {
  session.push.retry(item.key, file && (await sourceOf(file)))
  guard(session, target)
}

export const previewOf = ({ preview }: HistoryItem): Preview | undefined => preview as Preview | undefined

async function sourceOf(file: RecordedFile): Promise<FileSource> {
  const { name, type, size, recording } = file
  // The code may fail to load offline; then the file is sent without a preview.
  const code = await import('../browser/files/local-picture.ts').catch(() => undefined)
  const picture = await code?.pictureOf(file, pictureWithin)
  const preview: Preview = { size, ...(picture && { picture }) }
  const source = {
    name,
    type,
    size,
    slice: (start: number, end: number) => file.slice(start, end),
    preview,
    ...(recording && { recording }),
  }
  return picture ? { ...source, facts: () => factsOf(file) } : source
}

/** The colours of a picture. The code may fail to load offline; then it is sent without them. */
async function factsOf(file: File): Promise<FileFacts> {
  const code = await import('./album/colors.ts').catch(() => undefined)
  const colors = await code?.colorsIn(file)
  return colors === undefined ? {} : { image_colors: colors }
}

const guarded = new WeakMap<Session, Map<string, Target>>()

/** Makes the browser ask before closing the window while it holds a file that hasn't been uploaded. */
function guard(session: Session, target: Target): void {
  const known = guarded.get(session)
  if (known) {
    known.set(target.key, target)
    return
  }
  const targets = new Map([[target.key, target]])
  guarded.set(session, targets)
  const isHeld = (each: Target) => session.push.history(each).get().items.some(isHeldHere)
  askBeforeLeaving(() => session.push.$storing.get().length > 0 || [...targets.values()].some(isHeld))
}

const isHeldHere = ({ uploading, preview }: HistoryItem): boolean => uploading === true && preview !== undefined
