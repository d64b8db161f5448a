import { randomUUID } from 'node:crypto'
import type { Ephemeral } from '@waypost/client'
import { isRecord } from '@waypost/client/ground/objects'
import { mutedApps, Refusal } from '@waypost/protocol'
import type { EndedNote, NoteAction, Notifier } from '../desktop/notifier.ts'
import type { Feature, FeatureDeps } from './feature.ts'

interface Deps extends FeatureDeps {
  notifier: Notifier
}

interface Mirrored {
  package_name: string
  notification_id: string | number
  notification_tag: string | null
  source_user_iden: string
}

interface Shown {
  mirrored: Mirrored
  /** The iden of its device. */
  from?: string
  /** The conversation that a reply names. */
  conversation?: Record<string, unknown>
}

/** How many are shown at once; beyond that the oldest are closed. */
const maxShown = 100

/**
 * Shows the notifications mirrored by other devices, with their actions and, if the desktop has a field for it, a reply. Closing one here
 * closes it there, and vice versa. Muted phone apps aren't shown.
 */
export function mirroredNotificationsFeature({ session, device, notifier, log }: Deps): Feature {
  const stops: (() => void)[] = []
  const shown = new Map<string, Shown>()
  let last: Promise<unknown> = Promise.resolve()

  function enqueue(work: () => Promise<void>): void {
    last = last.then(work).catch((error: Error) => log(`A notification could not be shown: ${error.message}`))
  }

  /** Also closes the oldest notification beyond `maxShown`. */
  function show(ephemeral: Record<string, unknown>): void {
    const mirrored = readMirrored(ephemeral)
    if (!mirrored || ephemeral.source_device_iden === device) return
    const key = keyOf(mirrored)
    const [app = '', title = '', body = ''] = [ephemeral.application_name, ephemeral.title, ephemeral.body].map((text) =>
      typeof text === 'string' ? text : '',
    )
    if (mutedApps(session.$account.get()?.preferences).includes(mirrored.package_name)) return
    const { source_device_iden: from, conversation_iden: conversation } = ephemeral
    const known: Shown = { mirrored, ...(typeof from === 'string' && { from }), ...(isRecord(conversation) && { conversation }) }
    shown.delete(key)
    shown.set(key, known)
    for (const eldest of shown.keys()) {
      if (shown.size <= maxShown) break
      close(eldest)
    }
    const note = {
      key,
      title: [app, title].filter(Boolean).join(': ') || 'Notification',
      body,
      actions: actionsOf(ephemeral.actions),
      ...(known.conversation && known.from !== undefined && { reply: 'Reply' }),
    }
    enqueue(async () => {
      if (shown.has(key)) await notifier.show(note)
    })
  }

  function close(key: string): void {
    if (shown.delete(key)) enqueue(() => notifier.close(key))
  }

  /** Dismisses a notification on its device, triggers the chosen action, or sends the reply. */
  async function dismiss(ended: EndedNote): Promise<void> {
    const known = shown.get(ended.key)
    if (!known) return
    shown.delete(ended.key)
    try {
      await session.sendEphemeral(answerOf(known, ended))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      log(
        ended.by === 'reply'
          ? `The reply "${ended.text}" could not be sent: ${error.message}`
          : `A notification could not be closed on its device: ${error.message}`,
      )
    }
  }

  return {
    async start() {
      stops.push(
        session.onEphemeral((ephemeral) => {
          if (ephemeral.type === 'mirror') show(ephemeral)
          if (ephemeral.type !== 'dismissal') return
          const mirrored = readMirrored(ephemeral)
          if (mirrored) close(keyOf(mirrored))
        }),
        notifier.onEnd((ended) => void dismiss(ended)),
      )
    },
    async close() {
      for (const stop of stops.splice(0)) stop()
      await last
    },
  }
}

function answerOf({ mirrored, from, conversation }: Shown, ended: EndedNote): Ephemeral {
  const named = { ...mirrored, ...(from !== undefined && { source_device_iden: from }) }
  if (ended.by === 'action') return { type: 'dismissal', ...named, trigger_action: ended.action }
  if (ended.by !== 'reply') return { type: 'dismissal', ...named }
  return {
    type: 'messaging_extension_reply',
    source_user_iden: mirrored.source_user_iden,
    target_device_iden: from,
    package_name: mirrored.package_name,
    conversation_iden: conversation,
    message: ended.text,
    guid: randomUUID(),
  }
}

/** Returns the fields that identify a mirrored notification; undefined if they are malformed. */
export function readMirrored(ephemeral: Record<string, unknown>): Mirrored | undefined {
  const { package_name: app, notification_id: id, notification_tag: tag, source_user_iden: user } = ephemeral
  if (typeof app !== 'string' || (typeof id !== 'string' && typeof id !== 'number')) return undefined
  return {
    package_name: app,
    notification_id: id,
    notification_tag: typeof tag === 'string' ? tag : null,
    source_user_iden: typeof user === 'string' ? user : '',
  }
}

/** An id has the same key as number and string. */
function keyOf({ package_name: app, notification_id: id, notification_tag: tag }: Mirrored): string {
  return `mirror-${JSON.stringify([app, String(id), tag])}`
}

/** Parses up to five actions; skips `default`, which the desktop reserves for clicks. */
function actionsOf(actions: unknown): NoteAction[] {
  if (!Array.isArray(actions)) return []
  return actions.slice(0, 5).flatMap((action: { label?: unknown; trigger_key?: unknown } | null) => {
    const { label, trigger_key: key } = action ?? {}
    return typeof label === 'string' && typeof key === 'string' && key !== 'default' ? [{ key, label }] : []
  })
}
