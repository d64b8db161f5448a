// Shows notifications through the service worker, where they outlive the page: one for each conversation, with its latest lines.

import { inTurn } from '../locks.ts'

/** What a notification says and does. It is kept with the notification, so it is plain data. */
export interface Notice {
  /** A notification replaces an earlier one with the same tag; those of one conversation share it. */
  tag: string
  title: string
  body: string
  icon?: string | undefined
  image?: string | undefined
  actions?: readonly NoticeAction[]
  data: NoticeData
}

export interface NoticeAction {
  action: 'open' | 'copy' | 'reply' | 'dismiss'
  title: string
}

interface NoticeData {
  /** The hash of the place in the app that a press opens, e.g. `#people/ana@example.org`. */
  place: string
  /** The push that it shows. */
  iden?: string
  /** What 'Open' opens. */
  address?: string
  /** What 'Copy' copies. */
  text?: string
  /** The ephemeral that is sent when the person closes the notification. */
  dismissal?: Record<string, unknown>
  /** The title when several messages of the conversation are shown together; alone, a message has a title of its own. */
  together?: string
}

/** What is kept with a shown notification. */
export interface ShownData extends NoticeData {
  messages: readonly { iden: string; words: string; title: string }[]
}

/** The parts of a service worker's registration that are used here. */
type Shelf = Pick<ServiceWorkerRegistration, 'getNotifications' | 'showNotification'>

/** Fields that browsers know and the type of TypeScript's library does not. */
type Options = NotificationOptions & { actions?: readonly NoticeAction[]; image?: string; renotify?: boolean; badge?: string }

/** How many messages of a conversation one notification shows. */
const mostLines = 5
const smallIcon = '/img/app/icon-badge-96.png'
/** Two that arrive at the same moment would each replace the other. */
const lock = 'waypost notices'

/** Shows a notification, together with those of the same tag that are shown already. One that is shown again makes no sound. */
export function showNotice(shelf: Shelf, notice: Notice): Promise<void> {
  return inTurn(lock, async () => {
    const before = dataOf((await shelf.getNotifications({ tag: notice.tag }))[0])?.messages ?? []
    const iden = notice.data.iden ?? ''
    const isKnown = before.some((message) => message.iden === iden)
    const own = { iden, words: notice.body, title: notice.title }
    const messages = [...before.filter((message) => message.iden !== iden), own].slice(-mostLines)
    await show(shelf, notice, messages, !isKnown)
  })
}

/** Closes the notifications of pushes; of a conversation with others, only the lines of these. */
export function closeNotices(shelf: Shelf, idens: readonly string[]): Promise<void> {
  return inTurn(lock, async () => {
    for (const shown of await shelf.getNotifications()) {
      const data = dataOf(shown)
      const rest = data?.messages.filter(({ iden }) => !idens.includes(iden))
      if (!data || !rest || rest.length === data.messages.length) continue
      const last = rest.at(-1)
      if (!last) shown.close()
      else {
        const { icon, tag, image } = shown as Notification & { image?: string }
        const { messages: _, ...kept } = data
        await show(shelf, { tag, icon, image, title: last.title, body: last.words, data: kept }, rest, false)
      }
    }
  })
}

/** Closes the notifications with a tag. */
export function closeTag(shelf: Shelf, tag: string): Promise<void> {
  return inTurn(lock, async () => {
    for (const shown of await shelf.getNotifications({ tag })) shown.close()
  })
}

/** What is kept with a notification; undefined if it is not one of these. */
export function dataOf(shown: Notification | undefined): ShownData | undefined {
  const data = shown?.data as Partial<ShownData> | null | undefined
  return data && typeof data.place === 'string' && Array.isArray(data.messages) ? (data as ShownData) : undefined
}

async function show(shelf: Shelf, notice: Notice, messages: ShownData['messages'], isNew: boolean): Promise<void> {
  const { tag, icon, image, actions, data } = notice
  const isAlone = messages.length <= 1 || data.together === undefined
  const options: Options = {
    tag,
    body: isAlone ? notice.body : messages.map(lineOf(data.together)).join('\n'),
    badge: smallIcon,
    ...(icon !== undefined && { icon }),
    ...(image !== undefined && isAlone && { image }),
    ...(actions && { actions }),
    renotify: isNew,
    silent: !isNew,
    data: { ...data, messages } satisfies ShownData,
  }
  await shelf.showNotification(isAlone ? notice.title : (data.together ?? notice.title), options)
}

/** A message has its own title only if that is not the name of the conversation. */
const lineOf =
  (together: string | undefined) =>
  ({ words, title }: ShownData['messages'][number]) =>
    title === together ? words : [title, words].filter(Boolean).join(' ')
