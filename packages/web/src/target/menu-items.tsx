// Makes the menu of a target: mute, block, clear, hide, unsubscribe, delete.

import { useStore } from '@nanostores/react'
import type { Session, Target } from '@waypost/client'
import type { Subscription } from '@waypost/protocol'
import { Refusal } from '@waypost/protocol'
import { Ban, Bell, BellOff, CircleSlash, Eraser, EyeOff, Trash2, Undo2 } from 'lucide-react'
import { nameInWords } from '../format/names.ts'
import { forget, isOpen, open, type TargetSection } from '../route.ts'
import { useSession } from '../session/context.ts'
import type { MenuItem } from '../ui/inputs/MenuItems.tsx'
import { i18n, params } from '../ui/language.ts'
import { showToast } from '../ui/notices/notices.ts'

const messages = i18n('target-actions', {
  mute: 'Mute',
  unmute: 'Unmute',
  block: 'Block',
  unblock: 'Unblock',
  clear: 'Clear this conversation',
  hide: 'Hide',
  unsubscribe: 'Unsubscribe',
  delete: 'Delete',
  cancel: 'Cancel',
  deleting: 'Deleting...',
  deleteThis: params('Delete {name}'),
  muted: params('{name} is muted.'),
  unmuted: params('{name} unmuted'),
  unblocked: params('{name} unblocked'),
  hidden: params('{name} hidden'),
  unsubscribed: params('Unfollowed {name}'),
  deleted: params('{name} is deleted.'),
  disconnected: params('{name} is disconnected.'),
  undo: 'Undo',
})

const icons = { size: 18, 'aria-hidden': true } as const

/**
 * The menu of a target. Muting, hiding and unsubscribing happen at once and can be undone; deleting has a confirmation in the menu;
 * `onBlock` and `onClear` open their dialogs. Refusals are reported by the session.
 */
export function useTargetActions(target: Target, section: TargetSection, onBlock: () => void, onClear: () => void): MenuItem[] {
  const session = useSession()
  useStore(session.block.$all)
  useStore(messages)
  return targetActions({ session, target, section, onBlock, onClear })
}

interface TargetActionsOptions {
  session: Session
  target: Target
  section: TargetSection
  onBlock: () => void
  onClear: () => void
}

/** The same menu, as it is now. */
export function targetActions({ session, target, section, onBlock, onClear }: TargetActionsOptions): MenuItem[] {
  const clear: MenuItem = { label: messages.get().clear, icon: <Eraser {...icons} />, danger: true, onSelect: onClear }
  const items = [muteItem(session, target), blockItem(session, target, onBlock), clear, removeItem(session, target, section)]
  return items.filter((item) => item !== undefined)
}

/** Mutes or unmutes a target; undefined for those without that. */
export function muteItem(session: Session, target: Target): MenuItem | undefined {
  const t = messages.get()
  const iden = target.obj?.iden
  const kind = { chat: session.chat, channel: session.channel, subscription: session.subscription }[target.type as string]
  if (!kind || iden === undefined) return undefined
  const { muted } = target
  return {
    label: muted ? t.unmute : t.mute,
    icon: muted ? <Bell {...icons} /> : <BellOff {...icons} />,
    async onSelect() {
      if (!(await kind.setMuted(iden, !muted))) return
      const name = nameInWords(target)
      const undo = { label: t.undo, run: () => void kind.setMuted(iden, muted) }
      showToast(muted ? t.unmuted({ name }) : t.muted({ name }), undo)
    },
  }
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

function removeItem(session: Session, target: Target, section: TargetSection): MenuItem | undefined {
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
        showToast(t.hidden({ name }), { label: t.undo, run: () => void again(session, target) })
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
        const undo = tag && { label: t.undo, run: () => void follow(session, tag, target.muted) }
        showToast(t.unsubscribed({ name }), undo || undefined)
      },
    }
  }
  const kind = { device: session.device, channel: session.channel, grant: session.grant }[target.type as string]
  return (
    kind && {
      label: t.delete,
      icon: <Trash2 {...icons} />,
      danger: true,
      confirm: { object: t.deleteThis({ name }), confirm: t.delete, cancel: t.cancel, busy: t.deleting },
      async onSelect() {
        if (!(await kind.remove(iden))) return
        leave(section, target.key)
        showToast(target.type === 'grant' ? t.disconnected({ name }) : t.deleted({ name }))
      },
    }
  )
}

/** Opens the section instead of a target that is being removed. */
export function leave(section: TargetSection, key: string): void {
  forget({ section, item: key })
  if (isOpen(section, key)) open(section)
}

async function again(session: Session, { key, muted }: Target): Promise<void> {
  const chat = await session.chat.start(key).catch(ignoreRefusal)
  if (chat && muted) await session.chat.setMuted(chat.iden, true)
}

async function follow(session: Session, tag: string, muted: boolean): Promise<void> {
  const subscription = await session.subscription.follow(tag).catch(ignoreRefusal)
  if (subscription && muted) await session.subscription.setMuted(subscription.iden, true)
}

/** Ignores refusals, which the session reports. */
function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error
  return undefined
}
