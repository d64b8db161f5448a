// Invites people by email, and keeps the state of each invitation for all screens.

import { normalizeEmail, Refusal, sendInvite } from '@waypost/protocol'
import { map, type ReadableAtom } from 'nanostores'
import type { Session } from '../session/session.ts'

/** The state of an invitation; `failed` holds the server's message. */
export type Invitation = 'waiting' | 'sending' | 'invited' | { failed: string }

/** The invitations of a session. */
interface Invites {
  /** By `email_normalized`. */
  readonly $all: ReadableAtom<Readonly<Record<string, Invitation>>>
  /**
   * Sends invitations one after the other. Skips addresses that are invited or waiting, and retries failed ones. Without a network, the
   * rest fails with the first.
   */
  send(emails: readonly string[]): Promise<void>
}

const opened = new WeakMap<Session, Invites>()

/** The invitations of a session, shared by all screens and kept until the page closes. */
export function invitesOf(session: Session): Invites {
  const known = opened.get(session)
  if (known) return known
  const invites = openInvites(session)
  opened.set(session, invites)
  return invites
}

function openInvites(session: Pick<Session, 'call'>): Invites {
  const $all = map<Record<string, Invitation>>({})
  let last: Promise<void> = Promise.resolve()

  /** Returns the network error, if that is why it failed. */
  async function invite(email: string): Promise<string | undefined> {
    const key = normalizeEmail(email)
    $all.setKey(key, 'sending')
    try {
      await session.call(sendInvite, { email: email.trim() })
      $all.setKey(key, 'invited')
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      $all.setKey(key, { failed: error.message })
      return error.code === 'network' ? error.message : undefined
    }
    return undefined
  }

  async function inviteAll(emails: readonly string[]): Promise<void> {
    let unreachable: string | undefined
    for (const email of emails) {
      if (unreachable === undefined) unreachable = await invite(email)
      else $all.setKey(normalizeEmail(email), { failed: unreachable })
    }
  }

  return {
    $all,
    send(emails) {
      const added = emails.filter((email) => {
        const key = normalizeEmail(email)
        const before = $all.get()[key]
        if (before !== undefined && typeof before !== 'object') return false
        $all.setKey(key, 'waiting')
        return true
      })
      last = last.then(() => inviteAll(added))
      return last
    },
  }
}
