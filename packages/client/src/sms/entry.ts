import { withChanges } from '../queue/entries.ts'
import type { FileSource } from '../session/platform.ts'
import { isRecord } from '../sync/objects.ts'

/** A text that was written here, until the phone has sent it. */
export interface Entry {
  readonly guid: string
  /** The iden of the account that wrote it. */
  readonly user: string
  /** The iden of the phone that is to send it. */
  readonly device: string
  readonly addresses: readonly string[]
  readonly message: string
  /** Milliseconds since 1970, by this machine's clock. */
  readonly created: number
  readonly file?: EntryFile
  /** The text on the server, once it is there. */
  readonly iden?: string
  /** A failed text on the server, which this one takes the place of. */
  readonly replaces?: string
  /** Why it does not go on by itself. */
  readonly error?: string
  /** The error is that the plan has no more texts. */
  readonly upgrade?: boolean

  // What lives in one window only.
  /** Its picture went with the window that held it. */
  readonly lost?: boolean
  /** 0 to 1, while its picture goes up. */
  readonly progress?: number
  readonly preview?: unknown
}

/** The picture of a text. */
export interface EntryFile {
  readonly name: string
  readonly type: string
  /** Where it is, once it is on the server. */
  readonly url?: string
  /** The window that holds it. */
  readonly window: string
  /** Its upload, once that has begun. */
  readonly upload?: string
}

/** What a picture's bytes are to an entry. */
export const fileOf = ({ name, type }: FileSource, window: string): EntryFile => ({ name, type, window })

/** Texts from one phone to the same numbers keep their order: one name for all of them. */
export const laneOf = ({ device, addresses }: Entry): string => JSON.stringify([device, ...[...addresses].sort()])

/** What is saved of an entry: all but what lives in one window only. */
export function entryText({ lost: _lost, progress: _progress, preview: _preview, ...kept }: Entry): string {
  return JSON.stringify(kept)
}

/** Reads a saved entry; undefined for anything else. */
export function readEntry(text: string | undefined): Entry | undefined {
  try {
    const saved: unknown = JSON.parse(text ?? '')
    if (!isRecord(saved)) return undefined
    const { guid, user, device, addresses, message, created, file, iden, replaces, error, upgrade } = saved
    if (![guid, user, device, message].every(isText) || typeof created !== 'number') return undefined
    if (!Array.isArray(addresses) || !addresses.every(isText)) return undefined
    return withChanges({ guid, user, device, addresses, message, created } as Entry, {
      file: readFile(file),
      iden: textIn(iden),
      replaces: textIn(replaces),
      error: textIn(error),
      upgrade: upgrade === true ? true : undefined,
    })
  } catch {
    return undefined
  }
}

function readFile(file: unknown): EntryFile | undefined {
  if (!isRecord(file) || ![file.name, file.type, file.window].every(isText)) return undefined
  const [url, upload] = [textIn(file.url), textIn(file.upload)]
  return {
    name: file.name as string,
    type: file.type as string,
    window: file.window as string,
    ...(url !== undefined && { url }),
    ...(upload !== undefined && { upload }),
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'
const textIn = (value: unknown): string | undefined => (isText(value) ? value : undefined)
