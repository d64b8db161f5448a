// Joins the pictures of a history that were sent together into one item: an album.

import { type HistoryItem, reused } from './history-item.ts'
import { timeBarMilliseconds } from './history-view.ts'

/** Pictures without an `album` belong together if the gap to the next one is at most this, in seconds. */
const togetherWithin = 10
/** A picture of an album stands alone if the gap to the previous one is longer than this, in seconds. */
const growsFor = timeBarMilliseconds / 1_000

/** The items of an album; any other item alone. */
export const membersOf = (item: HistoryItem): readonly HistoryItem[] => item.album ?? [item]

/**
 * Returns a function that joins albums in the items of one history, oldest first. An album takes the place of its first picture, even while
 * later ones arrive. An unchanged album keeps its object, so a screen need not redraw it.
 * @param apart whether an item is shown differently, e.g. as deleted; such items are joined only with each other
 */
export function openAlbums(): (items: readonly HistoryItem[], apart?: (item: HistoryItem) => boolean) => readonly HistoryItem[] {
  let before: ReadonlyMap<string, HistoryItem> = new Map()
  return (items, apart = () => false) => {
    const groups = grouped(items, apart)
    const keys = new Map<Group, string>()
    const used = new Set<string>()
    // The album may have the key of the picture that is apart.
    for (const isApart of [false, true])
      for (const group of groups) {
        if (group.isApart !== isApart) continue
        const key = used.has(keyOf(group)) ? group.members[0].key : keyOf(group)
        used.add(key)
        keys.set(group, key)
      }
    const after = new Map<string, HistoryItem>()
    const joined = groups.map((group) => {
      const key = keys.get(group) as string
      const item = itemOf(key, group.members, before.get(key))
      after.set(key, item)
      return item
    })
    before = after
    return joined
  }
}

interface Group {
  members: [HistoryItem, ...HistoryItem[]]
  isApart: boolean
}

function grouped(items: readonly HistoryItem[], apart: (item: HistoryItem) => boolean): readonly Group[] {
  const groups: Group[] = []
  const albums = new Map<string, Group>()
  for (const item of items) {
    const isApart = apart(item)
    const album = isPicture(item) && item.push.album ? `${isApart} ${senderOf(item)} ${item.push.album}` : undefined
    const known = album === undefined ? groups.at(-1) : albums.get(album)
    const joins = album === undefined ? follows : grows
    if (known && known.isApart === isApart && joins(known, item)) {
      known.members.push(item)
      continue
    }
    const group: Group = { members: [item], isApart }
    groups.push(group)
    if (album !== undefined) albums.set(album, group)
  }
  return groups
}

const isPicture = ({ push }: HistoryItem): boolean =>
  push.type === 'file' && !push.deleted_by_sender && /^image\//i.test(push.file_type ?? '')

/** Who sent a picture, and where it went. A ghost does not name its own sender. */
const senderOf = ({ side, push }: HistoryItem): string =>
  `${side} ${push.direction} ${push.direction === 'incoming' ? push.sender_email_normalized : ''} ${push.source_device_iden ?? ''}`

const grows = ({ members }: Group, item: HistoryItem): boolean =>
  item.push.created - (members.at(-1) as HistoryItem).push.created <= growsFor

/**
 * Whether a picture without an `album` belongs to the ones before it. Pictures from a program are separate messages. Only the first or the
 * last may have text. Unsent pictures come after all other messages, so their order proves nothing.
 */
function follows({ members }: Group, item: HistoryItem): boolean {
  const last = members.at(-1) as HistoryItem
  if (last.push.album || !isPicture(last) || !isPicture(item) || senderOf(last) !== senderOf(item)) return false
  if (last.state !== 'settled' || item.state !== 'settled') return false
  if (item.push.source_iden !== undefined || item.push.reply_to || (last.push.body && members.length > 1)) return false
  return item.push.created - last.push.created <= togetherWithin
}

/**
 * The key under which a group is shown. An album keeps its key while earlier pictures are loaded and later ones arrive. Guids of incoming
 * pushes are chosen by others, so they must not collide with own ones.
 */
function keyOf({ members: [first, second] }: Group): string {
  const { album, direction } = first.push
  if (!album) return first.key
  if (direction === 'incoming') return `album ${senderOf(first)} ${album}`
  return second ? album : first.key
}

function itemOf(key: string, members: Group['members'], old: HistoryItem | undefined): HistoryItem {
  const [first, second] = members
  if (!second) return first.key === key ? first : reused(old, { ...first, key })
  if (old?.album?.length === members.length && members.every((member, index) => old.album?.[index] === member)) return old
  const { album } = first.push
  const main = members.find(({ push }) => push.guid !== undefined && push.guid === album) ?? first
  const sending = members.filter(({ state }) => state === 'sending')
  const failed = members.find(({ state }) => state === 'failed')
  const waits = sending.find((member) => member.waits)?.waits
  const edited = members.find(({ edit }) => edit)
  return {
    key,
    push: main.push,
    side: first.side,
    timeBar: first.timeBar,
    album: members,
    state: sending.length > 0 ? 'sending' : failed ? 'failed' : 'settled',
    ...(sending.some(({ uploading }) => uploading) && { uploading: true, progress: progressOf(members) }),
    ...(waits && { waits }),
    ...(edited?.edit && { edit: edited.edit, ...(edited.error !== undefined && { error: edited.error }) }),
    ...(sending.length === 0 && failed?.error !== undefined && { error: failed.error }),
    ...(sending.length === 0 && failed?.upgrade && { upgrade: true }),
  }
}

/** The uploaded share of the files, from 0 to 1, without failed ones. */
function progressOf(members: readonly HistoryItem[]): number {
  let [done, all] = [0, 0]
  for (const { state, uploading, progress = 0, file_size, push } of members) {
    if (state === 'failed') continue
    const size = file_size ?? push.file_size ?? 1
    all += size
    done += uploading ? progress * size : size
  }
  return all === 0 ? 0 : done / all
}
