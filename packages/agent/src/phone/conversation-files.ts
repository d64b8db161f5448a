import { mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { ThreadMessage } from '@waypost/protocol'
import { removePartialFiles, writeFileAtomically } from './atomic-file.ts'

export interface Conversation {
  id: string
  addresses: string[]
  /** Oldest first. */
  messages: StoredFields[]
}

/** A message with fields that only the companion uses. */
export interface StoredFields extends ThreadMessage {
  /** Unique; says where the message comes from. */
  key: string
  /** Whether the phone has accepted it; otherwise it may be handed over again. */
  handed?: boolean
  /** How many parts have arrived, if there may be more. */
  parts?: number
}

interface ConversationFiles {
  /** All that can be read, also those without messages. */
  readonly conversations: readonly Conversation[]
  /** The largest id of any file, or 0. The id of a damaged file is not reused: clients know it as another conversation. */
  readonly lastId: number
  /** It is on disk when this returns. */
  save(conversation: Conversation): void
}

/**
 * Reads the conversations in a folder. Each is a file `<id>.json` with `{addresses, messages}`, replaced as a whole. Unreadable files are
 * renamed to `<id>.json.damaged`.
 */
export function openConversationFiles(folder: string, log: (line: string) => void): ConversationFiles {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  removePartialFiles(folder)
  const names = readdirSync(folder)
  return {
    conversations: names
      .filter((name) => /^\d+\.json$/.test(name))
      .flatMap((name) => readOrSetAside(join(folder, name), name.replace('.json', ''), log) ?? []),
    lastId: names.reduce((last, name) => Math.max(last, Number.parseInt(name, 10) || 0), 0),
    save: ({ id, addresses, messages }) =>
      writeFileAtomically(join(folder, `${id}.json`), JSON.stringify({ addresses, messages })),
  }
}

function readOrSetAside(file: string, id: string, log: (line: string) => void): Conversation | undefined {
  const conversation = read(file, id)
  if (conversation) return conversation
  log(`The conversation in ${file} is damaged, and was set aside as ${file}.damaged.`)
  renameSync(file, `${file}.damaged`)
  return undefined
}

/** Undefined if the file is damaged. */
function read(file: string, id: string): Conversation | undefined {
  try {
    const { addresses, messages } = JSON.parse(readFileSync(file, 'utf8')) as Conversation
    const isValid = addresses.every((each) => typeof each === 'string') && messages.every((each) => typeof each.key === 'string')
    return isValid ? { id, addresses, messages } : undefined
  } catch {
    return undefined
  }
}
