import { firstPushesPerConversation, type Push, Refusal, type SyncedType, syncedTypes } from '@waypost/protocol'
import type { KeyValueStore } from '../ground/key-value-store.ts'
import { type Conversations, timelinesOf } from './conversation-index.ts'
import type { OpenMirror } from './mirror.ts'
import { mirrorPrefix, pushPrefix, type SavedPart } from './saved-objects.ts'

export type SnapshotTexts = ReturnType<typeof openSnapshotTexts>

interface Deps {
  saved: KeyValueStore
  mirror: OpenMirror
  conversations: Conversations
  /** Called when something is to be written. */
  onMarked(): void
}

/** About 40 short pushes are kept per conversation, and fewer if they are very long: in UTF-16 units. */
const conversationRoom = 200_000
/** If not even this many fit per conversation, the storage counts as full. */
const fewestPushes = 5

const plainTypes = syncedTypes.filter((type) => type !== 'pushes')

/** The texts of a snapshot: one for each type, and one for each conversation. What changes is marked until it is written. */
export function openSnapshotTexts({ saved, mirror, conversations, onMarked }: Deps) {
  const unwritten = new Set<string>()
  let perConversation = firstPushesPerConversation
  let isReading = false

  mirror.onChanges((changes) => {
    if (isReading) return
    for (const type of plainTypes) if (changes[type].length > 0) unwritten.add(mirrorPrefix + type)
    for (const { before, after } of changes.pushes) {
      for (const push of [before, after]) if (push) for (const name of timelinesOf(push)) unwritten.add(pushPrefix + name)
    }
    onMarked()
  })
  conversations.onKnown((conversation) => {
    if (isReading) return
    unwritten.add(pushPrefix + conversation)
    onMarked()
  })

  /** Conversations come first, because saving fewer of their pushes makes room. */
  function markAll(): void {
    unwritten.clear()
    for (const conversation of conversations.names()) unwritten.add(pushPrefix + conversation)
    for (const type of plainTypes) unwritten.add(mirrorPrefix + type)
  }

  /** A large account may have to make do with fewer pushes per conversation. @throws Refusal `storage_full` */
  function write(): void {
    try {
      for (const name of unwritten) {
        const text = textOf(name)
        if (text === undefined) saved.erase(name)
        else saved.write(name, text)
        unwritten.delete(name)
      }
    } catch (error) {
      if (!(error instanceof Refusal) || perConversation <= fewestPushes) throw error
      perConversation = Math.floor(perConversation / 2)
      markAll()
      write()
    }
  }

  function textOf(name: string): string | undefined {
    if (name.startsWith(pushPrefix)) return conversationText(conversations, name.slice(pushPrefix.length), perConversation)
    const type = name.slice(mirrorPrefix.length) as SyncedType
    return JSON.stringify([...mirror.of(type).get().entries.values()])
  }

  return {
    markAll,
    write,
    perConversation: () => perConversation,
    /** Merges a part that was read from the snapshot. It need not be written again. */
    take({ objects, from }: SavedPart): void {
      isReading = true
      for (const [conversation, stamp] of from) conversations.setFrom(conversation, stamp)
      mirror.fill(objects)
      isReading = false
    },
  }
}

/**
 * The latest pushes of a conversation, and from when on they are complete. Both are in one entry, because windows that have loaded
 * different ranges of a conversation save to the same place.
 * @returns undefined if there is nothing to save
 */
function conversationText(conversations: Conversations, name: string, perConversation: number): string | undefined {
  const { pushes, from } = conversations.of(name).$pushes.get()
  if (pushes.length === 0 && from >= conversations.since()) return undefined
  const texts: string[] = []
  let room = conversationRoom
  // Messages to and from a device are saved with the account's own conversation. These few cover the case that the saved part does not
  // reach back to them.
  const most = name.startsWith('device:') ? fewestPushes : perConversation
  for (const push of pushes.slice(-most).reverse()) {
    const text = JSON.stringify(push)
    room -= text.length
    if (room < 0 && texts.length > 0) break
    texts.unshift(text)
  }
  const oldest = texts.length < pushes.length ? (pushes.at(-texts.length) as Push).created : 0
  // Pinned pushes are shown above the conversation, however old they are.
  const pinned = pushes.slice(0, -texts.length).filter((push) => push.pinned)
  texts.unshift(...pinned.map((push) => JSON.stringify(push)))
  return `{"from":${Math.max(from, oldest)},"pushes":[${texts.join(',')}]}`
}
