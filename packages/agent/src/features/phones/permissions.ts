// Finds out a phone's permissions. It never states them: it answers requests it has permission for, and ignores the rest.

import type { PhonePermissions } from '@waypost/protocol'
import type { Connection } from '../../phone/kdeconnect/connection.ts'

interface Options {
  /** In milliseconds. */
  within?: number | undefined
  onChange(): void
}

interface Permissions {
  permitted(): PhonePermissions
  /** Asks the phone again about the permissions it hasn't granted. */
  ask(): void
  close(): void
}

type Kind = keyof PhonePermissions

/** The answers that prove a permission. */
const answers: Record<string, Kind> = {
  'sms.messages': 'texts',
  'contacts.response_uids_timestamps': 'contacts',
  'contacts.response_vcards': 'contacts',
  notification: 'notifications',
  telephony: 'calls',
}

/** The requests that make a phone answer. There is none for calls. */
const questions: Partial<Record<Kind, [type: string, body?: Record<string, unknown>]>> = {
  texts: ['sms.request_conversations'],
  contacts: ['contacts.request_all_uids_timestamps'],
  notifications: ['notification.request', { request: true }],
}

/**
 * Watches a phone's answers to the features' requests, which they send on each new link. A request that isn't answered for a while means a
 * missing permission, until it is answered.
 */
export function watchPermissions(connection: Connection, { within = 15_000, onChange }: Options): Permissions {
  let permitted: PhonePermissions = {}
  let timer: NodeJS.Timeout | undefined

  function note(changes: PhonePermissions): void {
    if (Object.entries(changes).every(([kind, is]) => permitted[kind as Kind] === is)) return
    permitted = { ...permitted, ...changes }
    onChange()
  }

  function follow(): void {
    clearTimeout(timer)
    // A link that replaces another is the same connection; permissions only become unknown once the phone has been away.
    if (!connection.link) permitted = {}
    else timer = setTimeout(giveUp, within)
  }

  function giveUp(): void {
    const silent = Object.keys(questions).filter((kind) => permitted[kind as Kind] === undefined)
    note(Object.fromEntries(silent.map((kind) => [kind, false])))
  }

  const stops = [
    connection.changes.on(follow),
    connection.packets.on(({ type }) => {
      const kind = answers[type]
      if (kind) note({ [kind]: true })
    }),
  ]
  follow()

  return {
    permitted: () => permitted,
    ask() {
      for (const [kind, question] of Object.entries(questions))
        if (permitted[kind as Kind] === false) connection.link?.send(...question)
    },
    close() {
      clearTimeout(timer)
      for (const stop of stops) stop()
    },
  }
}
