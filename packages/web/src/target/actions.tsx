import { useStore } from '@nanostores/react'
import type { Client, Target } from '@waypost/client'
import { Refusal } from '@waypost/protocol'
import { Bell, BellOff, EyeOff, Trash2 } from 'lucide-react'
import { forget, isOpen, open, type Section } from '../route.ts'
import { i18n, params } from '../ui/language.ts'
import type { MenuItem } from '../ui/Menu.tsx'
import { showToast } from '../ui/notices.ts'
import { useClient } from './client.ts'

const messages = i18n('target-actions', {
  mute: 'Mute',
  unmute: 'Unmute',
  hide: 'Hide',
  delete: 'Delete',
  cancel: 'Cancel',
  deleting: 'Deleting...',
  deleteThis: params('Delete {name}'),
  muted: params('{name} is muted.'),
  unmuted: params('{name} is not muted any more.'),
  hidden: params('The chat with {name} is hidden.'),
  deleted: params('{name} is deleted.'),
  undo: 'Undo',
})

/**
 * What a target's menu offers. Muting and hiding happen at once and can be undone; a device is asked about twice. What the server
 * refuses is told through the client's failures, and shows in that nothing changed.
 */
export function useTargetActions(target: Target | undefined, section: Section): MenuItem[] {
  const t = useStore(messages)
  const client = useClient()
  const iden = target?.obj?.iden
  if (!target || iden === undefined) return []
  const { name } = target
  const icons = { size: 18, 'aria-hidden': true } as const
  if (target.type === 'device')
    return [
      {
        label: t.delete,
        icon: <Trash2 {...icons} />,
        danger: true,
        confirm: { object: t.deleteThis({ name }), confirm: t.delete, cancel: t.cancel, busy: t.deleting },
        onSelect: async () => {
          await client.device.remove(iden)
          if (client.mirror.of('devices').get().rows.has(iden)) return
          leave(section, target.key)
          showToast(t.deleted({ name }))
        },
      },
    ]
  return [
    {
      label: target.muted ? t.unmute : t.mute,
      icon: target.muted ? <Bell {...icons} /> : <BellOff {...icons} />,
      onSelect: () => mute(client, target, iden, !target.muted),
    },
    {
      label: t.hide,
      icon: <EyeOff {...icons} />,
      danger: true,
      onSelect: async () => {
        leave(section, target.key)
        await client.chat.remove(iden)
        if (client.mirror.of('chats').get().rows.has(iden)) return
        showToast(t.hidden({ name }), { label: t.undo, run: () => void client.chat.start(target.key).catch(told) })
      },
    },
  ]
}

async function mute(client: Client, target: Target, iden: string, muted: boolean): Promise<void> {
  const t = messages.get()
  const set = (value: boolean) => client.chat.setMuted(iden, value)
  await set(muted)
  if ((client.mirror.of('chats').get().rows.get(iden)?.muted ?? false) !== muted) return
  const { name } = target
  showToast(muted ? t.muted({ name }) : t.unmuted({ name }), { label: t.undo, run: () => void set(!muted) })
}

/** The open target is going away: the section opens in its place. */
function leave(section: Section, key: string): void {
  forget({ section, item: key })
  if (isOpen(section, key)) open(section)
}

/** The client has told of it already. */
function told(error: unknown): void {
  if (!(error instanceof Refusal)) throw error
}
