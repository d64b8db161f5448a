import { normalizeEmail, Refusal, sendInvite } from '@waypost/protocol'
import { map, type ReadableAtom } from 'nanostores'
import type { Calls } from '../ground/call.ts'

/** The state of an invitation. `linked`: no email went out, so its link has to be handed over. `failed` holds the server's message. */
export type Invitation = 'waiting' | 'sending' | 'invited' | 'linked' | { failed: string }

interface Invites {
  /** By `email_normalized`. */
  readonly $all: ReadableAtom<Readonly<Record<string, Invitation>>>
  /** By `email_normalized`. */
  readonly $links: ReadableAtom<Readonly<Record<string, string>>>
  /**
   * Invites people by email one after the other. Skips addresses that are invited or pending, and retries failed ones. Offline, the rest
   * fails with the first.
   */
  send(emails: readonly string[]): Promise<void>
  /** Creates a link without an email, unless there is one already. */
  makeLink(email: string): Promise<void>
}

type Caller = Pick<Calls, 'call'>

const opened = new WeakMap<Caller, Invites>()

/** The invitations of a session, shared by all screens and kept until the page closes. */
export function invitesOf(session: Caller): Invites {
  const invites = opened.get(session) ?? openInvites(session)
  opened.set(session, invites)
  return invites
}

function openInvites(session: Caller): Invites {
  const $all = map<Record<string, Invitation>>({})
  const $links = map<Record<string, string>>({})
  /** Addresses for which only a link was requested; an email can follow. */
  const linksOnly = new Set<string>()
  let last: Promise<void> = Promise.resolve()

  /** Returns the network error, if that is the cause of a failure. */
  async function invite(email: string, send: boolean): Promise<string | undefined> {
    const key = normalizeEmail(email)
    $all.setKey(key, 'sending')
    try {
      const { url, sent } = await session.call(sendInvite, { email: email.trim(), send })
      $links.setKey(key, url)
      $all.setKey(key, sent ? 'invited' : 'linked')
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      $all.setKey(key, { failed: error.message })
      return error.code === 'network' ? error.message : undefined
    }
    return undefined
  }

  async function inviteAll(emails: readonly string[], send: boolean): Promise<void> {
    let unreachable: string | undefined
    for (const email of emails) {
      if (unreachable === undefined) unreachable = await invite(email, send)
      else $all.setKey(normalizeEmail(email), { failed: unreachable })
    }
  }

  function add(emails: readonly string[], send: boolean): Promise<void> {
    const added = emails.filter((email) => {
      const key = normalizeEmail(email)
      const before = $all.get()[key]
      const wantsMore = before === 'linked' && send && linksOnly.has(key)
      if (before !== undefined && typeof before !== 'object' && !wantsMore) return false
      if (send) linksOnly.delete(key)
      else linksOnly.add(key)
      $all.setKey(key, 'waiting')
      return true
    })
    const next = () => inviteAll(added, send)
    // A failed one does not stop those after it.
    last = last.then(next, next)
    return last
  }

  return { $all, $links, send: (emails) => add(emails, true), makeLink: (email) => add([email], false) }
}
