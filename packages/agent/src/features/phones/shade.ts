// A phone's current notifications, in the form other devices receive.

import { forgetEldest } from '@waypost/client/ground/eldest'
import type { MirroredNotification } from '@waypost/protocol'
import type { Link } from '../../phone/kdeconnect/link.ts'
import type { Packet } from '../../phone/kdeconnect/packet.ts'
import { PayloadFailed } from '../../phone/kdeconnect/payload.ts'

/** The most notifications and icons remembered, the most actions of one, and the largest icon in bytes. */
const most = { shown: 500, icons: 100, actions: 5, iconBytes: 100_000 }
/** In characters: of a text, and of a name, a title or an action. */
const maxLength = { text: 10_000, line: 1_000 }

/** The fields that identify a notification to other devices. */
export interface Name {
  package_name: string
  notification_id: string
  notification_tag: string | null
}

export interface Shown extends Name {
  /** The phone's id for it. */
  id: string
  /** Works once. */
  replyId: string | undefined
  /** Without its icon. */
  content: MirroredNotification
  iconHash: string | undefined
}

/** Remembers a phone's notifications and their icons; the oldest are dropped first. */
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

  /** @returns whether it existed */
  remove(name: Name): boolean {
    return this.shown.delete(keyOf(name))
  }

  iconOf({ iconHash }: Shown): string | undefined {
    return iconHash === undefined ? undefined : this.icons.get(iconHash)
  }

  /** The icon of a notification, fetched if its packet has one: the phone only sends it when it has changed. */
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

/** Builds a notification from a packet. @param common the fields that identify it to other devices */
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

/** Splits Android's id of a notification: user, package, id, tag and uid. */
export function nameOf(id: string): Name {
  const [, app, number, tag] = id.split('|')
  if (!app || !number) return { package_name: 'android', notification_id: id, notification_tag: null }
  return { package_name: app, notification_id: number, notification_tag: tagOf(tag) }
}

export const tagOf = (tag: unknown): string | null => (typeof tag === 'string' && tag !== 'null' && tag !== '' ? tag : null)
export const keyOf = (name: Name): string => JSON.stringify([name.package_name, name.notification_id, name.notification_tag])
export const lineOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, maxLength.line) : '')
const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, maxLength.text) : '')

/** In seconds. The phone's clock may be wrong, so a time in the future becomes now. */
function createdAt(time: unknown): number {
  const now = Date.now()
  const at = typeof time === 'string' ? Number(time) : Number.NaN
  return Math.floor((at > 0 ? Math.min(at, now) : now) / 1_000)
}
