// Shows notifications through the service worker, where they outlive the page: one for each conversation, with its latest lines.

import type { MessageData, Notice, NoticeAction, NoticeData } from '@waypost/client/notices'
import { inTurn } from '../locks.ts'

interface ShownMessage extends Omit<MessageData, 'iden'> {
  iden: string
  title: string
  words: string
  actions?: readonly NoticeAction[]
}

/** The data attached to a notification. */
export interface ShownData extends Pick<NoticeData, 'place' | 'dismissal' | 'together'> {
  /** The latest messages, at least one; the actions are those of the last. */
  messages: readonly ShownMessage[]
}

/** The parts of a service worker registration that are used here. */
type Shelf = Pick<ServiceWorkerRegistration, 'getNotifications' | 'showNotification'>

/** TypeScript's DOM types lack these fields. */
type Options = NotificationOptions & { actions?: readonly NoticeAction[]; image?: string; renotify?: boolean; badge?: string }

/** How many messages of a conversation one notification shows, and how many it can stand for. */
const most = { lines: 5, messages: 100 }
const smallIcon = '/img/app/icon-badge-96.png'
/** Serializes updates: of two at the same moment, each would replace the other. */
const lock = 'waypost notices'
/** In milliseconds. Browsers load pictures before they show a notification, so a slow one delays the others at most this long. */
const pictureWithin = 3_000

/** Shows a notification, merged with those of the same tag already shown. Showing one again makes no sound. */
export function showNotice(shelf: Shelf, { title, body, actions, silent, data, ...looks }: Notice): Promise<void> {
  const { place, dismissal, together, ...rest } = data
  return inTurn(lock, async () => {
    const before = dataOf((await shelf.getNotifications({ tag: looks.tag }))[0])?.messages ?? []
    const own = { ...rest, iden: rest.iden ?? '', title, words: body, ...(actions && { actions }) }
    const isKnown = before.some(({ iden }) => iden === own.iden)
    const isReplaced = ({ iden, update }: ShownMessage) => iden === own.iden || (update !== undefined && update === own.update)
    const messages = [...before.filter((message) => !isReplaced(message)), own].slice(-most.messages)
    const shown = { place, ...(dismissal && { dismissal }), ...(together !== undefined && { together }), messages }
    await show(shelf, looks, shown, !isKnown && !silent)
  })
}

/** Closes the notifications of pushes; if a conversation has others, only removes their lines. */
export function closeNotices(shelf: Shelf, idens: readonly string[]): Promise<void> {
  if (idens.length === 0) return Promise.resolve()
  return inTurn(lock, async () => {
    for (const shown of await shelf.getNotifications()) {
      const data = dataOf(shown)
      const messages = data?.messages.filter(({ iden }) => !idens.includes(iden))
      if (!data || !messages || messages.length === data.messages.length) continue
      if (messages.length === 0) shown.close()
      else await show(shelf, { tag: shown.tag, icon: shown.icon }, { ...data, messages }, false)
    }
  })
}

/** Closes the notifications with a tag. */
export function closeTag(shelf: Shelf, tag: string): Promise<void> {
  return inTurn(lock, async () => {
    for (const shown of await shelf.getNotifications({ tag })) shown.close()
  })
}

/** Parses our notification data; undefined for foreign notifications. */
export function dataOf(shown: Notification | undefined): ShownData | undefined {
  const data = shown?.data as Partial<ShownData> | null | undefined
  return data && typeof data.place === 'string' && data.messages?.length ? (data as ShownData) : undefined
}

type Looks = Pick<Notice, 'tag' | 'icon' | 'image'>

async function show(shelf: Shelf, { tag, icon, image }: Looks, data: ShownData, isNew: boolean): Promise<void> {
  const { together, messages } = data
  const last = messages[messages.length - 1] as ShownMessage
  const isAlone = messages.length === 1 || together === undefined
  const options: Options = {
    tag,
    body: isAlone ? last.words : messages.slice(-most.lines).map(lineOf(together)).join('\n'),
    badge: smallIcon,
    ...(icon && { icon }),
    ...(image !== undefined && isAlone && { image }),
    ...(last.actions && { actions: last.actions }),
    renotify: isNew,
    silent: !isNew,
    requireInteraction: messages.some(({ stays }) => stays),
    data,
  }
  const shown = shelf.showNotification(isAlone ? last.title : together, options)
  await Promise.race([shown, new Promise((resolve) => setTimeout(resolve, pictureWithin))])
}

/** A message has its own title only if it differs from the name of the conversation. */
const lineOf =
  (together: string) =>
  ({ words, title }: ShownMessage) =>
    title === together ? words : [title, words].filter(Boolean).join(' ')
