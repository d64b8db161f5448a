// What a phone shows as notifications now, as other devices are told of it.

import { forgetEldest } from '@waypost/client/ground/eldest'
import type { MirroredNotification } from '@waypost/protocol'
import type { Link } from '../../phone/kdeconnect/link.ts'
import type { Packet } from '../../phone/kdeconnect/packet.ts'
import { PayloadFailed } from '../../phone/kdeconnect/payload.ts'

/** Maximum notifications and icons that are remembered, actions of one, and bytes of an icon. */
const most = { shown: 500, icons: 100, actions: 5, iconBytes: 100_000 }
/** Characters of a text, and of a name, a title or an action. */
const maxLength = { text: 10_000, line: 1_000 }

/** How a notification is named to other devices. */
export interface Name {
  package_name: string
  notification_id: string
  notification_tag: string | null
}

export interface Shown extends Name {
  /** The phone's id of it. */
  id: string
  /** Works once. */
  replyId: string | undefined
  /** Without its icon. */
  content: MirroredNotification
  iconHash: string | undefined
}

/** Remembers the notifications of a phone and their icons; the eldest are forgotten first. */
export class Shade {
  private readonly shown = new Map<string, Shown>()
  private readonly icons = new Map<string, string>()

  all(): Shown[] {
    return [...this.shown.values()]
  }

  find(name: Name): Shown | undefined {
    return this.shown.get(keyOf(name))
  }

  keep(shown: Shown): void {
    const key = keyOf(shown)
    this.shown.delete(key)
    this.shown.set(key, shown)
    forgetEldest(this.shown, most.shown)
  }

  /** @returns whether it was there */
  remove(name: Name): boolean {
    return this.shown.delete(keyOf(name))
  }

  /** The icon that is known of a notification. */
  iconOf({ iconHash }: Shown): string | undefined {
    return iconHash === undefined ? undefined : this.icons.get(iconHash)
  }

  /** The icon of a notification, fetched if its packet brings one: the phone sends it only when it has changed. */
  async fetchIcon(packet: Packet, shown: Shown, link: Link | undefined): Promise<string | undefined> {
    if (packet.payloadPort === undefined || !link) return this.iconOf(shown)
    try {
      const pieces: Buffer[] = []
      for await (const piece of link.fetchPayload(packet, most.iconBytes)) pieces.push(piece)
      const icon = Buffer.concat(pieces).toString('base64')
      if (shown.iconHash !== undefined) this.icons.set(shown.iconHash, icon)
      forgetEldest(this.icons, most.icons)
      return icon
    } catch (error) {
      if (!(error instanceof PayloadFailed)) throw error
      return this.iconOf(shown)
    }
  }
}

/** A notification of a packet. @param common the fields that name it to other devices */
export function shownOf({ body }: Packet, id: string, name: Name, common: MirroredNotification): Shown {
  const { requestReplyId, payloadHash, time } = body
  const replyId = typeof requestReplyId === 'string' && requestReplyId !== '' ? requestReplyId : undefined
  const titles = Array.isArray(body.actions) ? body.actions.filter((title) => typeof title === 'string' && title !== '') : []
  const actions = titles.slice(0, most.actions).map((title: string) => ({ label: lineOf(title), trigger_key: title }))
  const content: MirroredNotification = {
    ...common,
    application_name: lineOf(body.appName),
    title: lineOf(body.title) || lineOf(body.appName),
    body: textOf(body.text) || textOf(body.ticker),
    created: createdAt(time),
    dismissable: body.isClearable !== false,
    ...(actions.length > 0 && { actions }),
    ...(replyId !== undefined && {
      conversation_iden: { package_name: name.package_name, tag: name.notification_tag, id: name.notification_id },
    }),
  }
  return { ...name, id, replyId, content, iconHash: typeof payloadHash === 'string' ? payloadHash.slice(0, 100) : undefined }
}

/** Splits the id that Android gives: user, package, id, tag and uid. */
export function nameOf(id: string): Name {
  const [, app, number, tag] = id.split('|')
  if (!app || !number) return { package_name: 'android', notification_id: id, notification_tag: null }
  return { package_name: app, notification_id: number, notification_tag: tagOf(tag) }
}

export const tagOf = (tag: unknown): string | null => (typeof tag === 'string' && tag !== 'null' && tag !== '' ? tag : null)
export const keyOf = (name: Name): string => JSON.stringify([name.package_name, name.notification_id, name.notification_tag])
export const lineOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, maxLength.line) : '')
const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, maxLength.text) : '')

/** In seconds. The clock of the phone may be wrong: nothing was shown later than now. */
function createdAt(time: unknown): number {
  const now = Date.now()
  const at = typeof time === 'string' ? Number(time) : Number.NaN
  return Math.floor((at > 0 ? Math.min(at, now) : now) / 1_000)
}
