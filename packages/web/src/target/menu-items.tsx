// Makes the menu of a target: ring, pin, mute, archive, block, clear, hide, unsubscribe, delete.

import { useStore } from '@nanostores/react'
import { isShared, type Session, type Target } from '@waypost/client'
import { sourcesOf } from '@waypost/client/conversations/source'
import { type Chat, Refusal, type Source, type Subscription } from '@waypost/protocol'
import {
  Archive,
  ArchiveRestore,
  Ban,
  Bell,
  BellOff,
  CircleSlash,
  DoorOpen,
  Eraser,
  EyeOff,
  Mail,
  Pin,
  PinOff,
  Settings,
  Trash2,
  Undo2,
} from 'lucide-react'
import { nameInWords } from '../format/names.ts'
import { hourOf, weekdayTimeOf } from '../format/time.ts'
import { forget, isOpen, open, sourceItem, type TargetSection } from '../route.ts'
import { useSession } from '../session/context.ts'
import { showToast } from '../ui/feedback/feedback.ts'
import type { MenuItem } from '../ui/inputs/MenuItems.tsx'
import { i18n } from '../ui/language.ts'
import { targetActionsWords } from './en.ts'
import { muteTimes } from './mute-times.ts'
import { ringItem, unpairItem } from './phone-items.tsx'
import { canBeUnread } from './unread.ts'

const messages = i18n('target-actions', targetActionsWords)

const icons = { size: 18, 'aria-hidden': true } as const

interface TargetActionsOptions {
  session: Session
  target: Target
  section: TargetSection
  onAsk: (asking: 'block' | 'clear') => void
}

/** `targetActions`, kept up to date. */
export function useTargetActions(options: Omit<TargetActionsOptions, 'session'>): MenuItem[] {
  const session = useSession()
  useStore(session.block.$all)
  useStore(messages)
  return targetActions({ session, ...options })
}

/**
 * The menu of a target in its current state. Muting, hiding and unsubscribing take effect at once and can be undone; deleting is confirmed
 * in the menu. The session reports refusals.
 */
export function targetActions({ session, target, section, onAsk }: TargetActionsOptions): MenuItem[] {
  const { clear: label } = messages.get()
  const clear: MenuItem = { label, icon: <Eraser {...icons} />, danger: true, onSelect: () => onAsk('clear') }
  const block = blockItem(session, target, () => onAsk('block'))
  const placing = placeItems(session, target)
  const items = [
    settingsItem(target),
    ringItem(session, target),
    unreadItem(session, target),
    muteItem(session, target),
    ...placing,
    block,
    clear,
    unpairItem(session, target),
    removeItem(session, target, section),
  ]
  return items.filter((item) => item !== undefined)
}

function settingsItem({ type, key }: Target): MenuItem | undefined {
  if (type !== 'source') return undefined
  const onSelect = () => open('sources', sourceItem(key, 'settings'))
  return { label: messages.get().settings, icon: <Settings {...icons} />, onSelect }
}

function unreadItem(session: Session, target: Target): MenuItem | undefined {
  if (!canBeUnread(session, target)) return undefined
  const onSelect = () => void session.readMarkers.markUnread(target)
  return { label: messages.get().markUnread, icon: <Mail {...icons} />, onSelect }
}

/** Mutes a target for a time chosen in the menu, or unmutes it; undefined for targets that can't be muted. */
export function muteItem(session: Session, target: Target): MenuItem | undefined {
  const t = messages.get()
  const iden = target.obj?.iden
  const kind = { chat: session.chat, channel: session.channel, subscription: session.subscription, source: sourcesOf(session) }[
    target.type as string
  ]
  if (!kind || iden === undefined) return undefined
  const { muted } = target
  const before = (target.obj as Chat).muted_until
  const name = nameInWords(target)
  /** `until` in milliseconds; without it, the mute has no end. */
  async function setMuted(wanted: boolean, until?: number): Promise<void> {
    if (!(await kind?.setMuted(iden as string, wanted, until && until / 1_000))) return
    const undo = { label: t.undo, run: () => void kind?.setMuted(iden as string, muted, muted ? before : undefined) }
    const said = until === undefined ? t.muted({ name }) : t.mutedUntil({ name, time: timeOfMute(until) })
    showToast(wanted ? said : t.unmuted({ name }), undo)
  }
  const item = {
    label: muted ? t.unmute : t.mute,
    icon: muted ? <Bell {...icons} /> : <BellOff {...icons} />,
    onSelect: () => setMuted(!muted),
  }
  if (muted) return item
  const choices = () => [
    ...muteTimes(Date.now()).map(({ name, at }) => ({
      label: t[name],
      hint: timeOfMute(at),
      onSelect: () => setMuted(true, at),
    })),
    { label: t.always, onSelect: () => setMuted(true) },
  ]
  return { ...item, choices }
}

/** '18:00', 'Thu 8:00'. */
export function timeOfMute(at: number): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString()
  return isToday ? hourOf(at) : weekdayTimeOf(at)
}

/** Pins or archives a target, or undoes that; empty for targets that have no place of their own. */
export function placeItems(session: Session, target: Target): MenuItem[] {
  const t = messages.get()
  const iden = target.obj?.iden
  const kinds = {
    chat: session.chat,
    channel: session.channel,
    subscription: session.subscription,
    device: session.device,
    source: sourcesOf(session),
  }
  const kind = kinds[target.type as keyof typeof kinds]
  if (!kind || iden === undefined) return []
  const isPinned = (target.obj as Chat).pinned !== undefined
  const { archived: isArchived = false } = target
  return [
    {
      label: isPinned ? t.unpin : t.pin,
      icon: isPinned ? <PinOff {...icons} /> : <Pin {...icons} />,
      onSelect: () => void kind.place(iden, { pinned: !isPinned }),
    },
    {
      label: isArchived ? t.unarchive : t.archive,
      icon: isArchived ? <ArchiveRestore {...icons} /> : <Archive {...icons} />,
      async onSelect() {
        if (!(await kind.place(iden, { archived: !isArchived })) || isArchived) return
        const undo = { label: t.undo, run: () => void kind.place(iden, isPinned ? { pinned: true } : { archived: false }) }
        showToast(t.archived({ name: nameInWords(target) }), undo)
      },
    },
  ]
}

/** Only people can be blocked, with or without a chat. */
function blockItem(session: Session, target: Target, onBlock: () => void): MenuItem | undefined {
  const t = messages.get()
  if (target.type !== 'chat' && target.type !== 'email') return undefined
  const block = session.block.find(target.key)
  if (!block) return { label: t.block, icon: <Ban {...icons} />, onSelect: onBlock }
  return {
    label: t.unblock,
    icon: <Undo2 {...icons} />,
    async onSelect() {
      if (await session.block.remove(block.iden)) showToast(t.unblocked({ name: nameInWords(target) }))
    },
  }
}

/** Hides, unfollows, deletes or disconnects a target; undefined for those that can't be removed. */
export function removeItem(session: Session, target: Target, section: TargetSection): MenuItem | undefined {
  const t = messages.get()
  const iden = target.obj?.iden
  if (iden === undefined) return undefined
  const name = nameInWords(target)
  if (target.type === 'chat')
    return {
      label: t.hide,
      icon: <EyeOff {...icons} />,
      danger: true,
      async onSelect() {
        leave(section, target.key)
        if (!(await session.chat.remove(iden))) return
        showToast(t.hidden({ name }), {
          label: t.undo,
          run: () => void again(session.chat, session.chat.start(target.key), target),
        })
      },
    }
  if (target.type === 'subscription') {
    const { tag } = (target.obj as Subscription).channel ?? {}
    return {
      label: t.unsubscribe,
      icon: <CircleSlash {...icons} />,
      danger: true,
      async onSelect() {
        leave(section, target.key)
        if (!(await session.subscription.remove(iden))) return
        const undo = tag && {
          label: t.undo,
          run: () => void again(session.subscription, session.subscription.follow(tag), target),
        }
        showToast(t.unsubscribed({ name }), undo || undefined)
      },
    }
  }
  const kind = { device: session.device, channel: session.channel, grant: session.grant, source: sourcesOf(session) }[
    target.type as string
  ]
  const leaves = target.type === 'source' && isShared(target.obj as Source)
  return (
    kind && {
      label: leaves ? t.leave : t.delete,
      icon: leaves ? <DoorOpen {...icons} /> : <Trash2 {...icons} />,
      danger: true,
      confirm: leaves
        ? { object: t.leaveThis({ name }), confirm: t.leave, cancel: t.cancel, busy: t.leaving }
        : { object: t.deleteThis({ name }), confirm: t.delete, cancel: t.cancel, busy: t.deleting },
      async onSelect() {
        if (!(await kind.remove(iden))) return
        leave(section, target.key)
        showToast((leaves ? t.left : target.type === 'grant' ? t.disconnected : t.deleted)({ name }))
      },
    }
  )
}

/** Opens the section instead of a target that is being removed. */
export function leave(section: TargetSection, key: string): void {
  forget({ section, item: key })
  if (isOpen(section, key)) open(section)
}

/** Starts a chat or follows a channel again, restoring its muting and its place. */
async function again(
  kind: Session['chat'] | Session['subscription'],
  begun: Promise<{ iden: string }>,
  { muted, obj }: Target,
): Promise<void> {
  try {
    const { iden } = await begun
    const { muted_until, pinned } = (obj ?? {}) as Partial<Chat>
    if (muted) await kind.setMuted(iden, true, muted_until)
    if (pinned !== undefined) await kind.place(iden, { pinned: true })
  } catch (error) {
    // The session reports refusals.
    if (!(error instanceof Refusal)) throw error
  }
}
