import { isRecord } from '../../ground/objects.ts'
import { type openEntries, withChanges } from '../../queue/entries.ts'
import type { Held } from '../../queue/held-files.ts'

/** An SMS written here, until the phone has sent it. */
export interface Entry {
  readonly guid: string
  /** The iden of the account that wrote it. */
  readonly user: string
  /** The iden of the phone under which it is shown. */
  readonly device: string
  /** The iden of the device that it was passed to, if that is another device of the same phone. */
  readonly via?: string
  readonly addresses: readonly string[]
  readonly message: string
  /** Milliseconds since 1970, by this machine's clock. */
  readonly created: number
  readonly file?: EntryFile
  readonly iden?: string
  /** A failed SMS on the server that this one replaces. */
  readonly replaces?: string
  /** Why it failed; the user has to act. */
  readonly error?: string
  /** Whether it failed because the plan allows no more SMS. */
  readonly upgrade?: boolean

  // Fields of one window, which are not saved.
  readonly lost?: boolean
  /** 0 to 1, while its picture is uploaded. */
  readonly progress?: number
  readonly preview?: unknown
}

interface EntryFile extends Held {
  readonly name: string
  readonly type: string
  /** The upload on the server, until it is finished. */
  readonly upload?: string
}

/** The saved entries of the outbox. */
export type Entries = ReturnType<typeof openEntries<Entry>>

/** Whether an entry may be shown: its picture would survive the window. */
export const isShown = ({ file }: Entry): boolean => file?.storing !== true

/** The lane of an entry: SMS from one phone to the same numbers stay in order. */
export const laneOf = ({ device, addresses }: Entry): string => JSON.stringify([device, ...[...addresses].sort()])

/** Serializes an entry without the fields of one window. */
export function entryText({ lost: _lost, progress: _progress, preview: _preview, ...kept }: Entry): string {
  return JSON.stringify(kept)
}

/** Parses a saved entry; undefined if it is malformed. */
export function readEntry(text: string | undefined): Entry | undefined {
  try {
    const saved: unknown = JSON.parse(text ?? '')
    if (!isRecord(saved)) return undefined
    const { guid, user, device, addresses, message, created, via, file, iden, replaces, error, upgrade } = saved
    if (![guid, user, device, message].every(isString) || typeof created !== 'number') return undefined
    if (!Array.isArray(addresses) || !addresses.every(isString)) return undefined
    return withChanges({ guid, user, device, addresses, message, created } as Entry, {
      via: stringOrNone(via),
      file: readFile(file),
      iden: stringOrNone(iden),
      replaces: stringOrNone(replaces),
      error: stringOrNone(error),
      upgrade: upgrade === true ? true : undefined,
    })
  } catch {
    return undefined
  }
}

function readFile(file: unknown): EntryFile | undefined {
  if (!isRecord(file) || ![file.name, file.type, file.window].every(isString)) return undefined
  const [url, upload] = [stringOrNone(file.url), stringOrNone(file.upload)]
  return {
    name: file.name as string,
    type: file.type as string,
    window: file.window as string,
    ...(url !== undefined && { url }),
    ...(upload !== undefined && { upload }),
    ...(file.storing === true && { storing: true }),
  }
}

const isString = (value: unknown): value is string => typeof value === 'string'
const stringOrNone = (value: unknown): string | undefined => (isString(value) ? value : undefined)
