import { normalizeEmail, Refusal, sendInvite } from '@waypost/protocol'
import { map, type ReadableAtom } from 'nanostores'
import type { Session } from '../session/session.ts'

/** What became of an invitation; `failed` with the words of the server. */
export type Invitation = 'waiting' | 'sending' | 'invited' | { failed: string }

/** The invitations of a session. */
export interface Invites {
  /** By `email_normalized`. */
  readonly $all: ReadableAtom<Readonly<Record<string, Invitation>>>
  /**
   * Invites people one after the other; whoever is invited, or about to be, is not invited twice. Those that failed are tried again.
   * Without a network the rest fails with the first.
   */
  send(emails: readonly string[]): Promise<void>
}

const opened = new WeakMap<Session, Invites>()

/** The invitations of a session, the same ones for every screen. They are known until the page goes. */
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

  /** Answers why there is no network, if that is so. */
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
      const fresh = emails.filter((email) => {
        const key = normalizeEmail(email)
        const before = $all.get()[key]
        if (before !== undefined && typeof before !== 'object') return false
        $all.setKey(key, 'waiting')
        return true
      })
      last = last.then(() => inviteAll(fresh))
      return last
    },
  }
}
