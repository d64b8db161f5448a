// Loads the account of the session, and keeps a copy of it for the next start.

import { type Account, getMe, Refusal } from '@waypost/protocol'
import { atom, type ReadableAtom } from 'nanostores'
import type { Calls } from '../ground/call.ts'
import type { KeyValueStore } from '../ground/key-value-store.ts'

export interface OwnAccount {
  /** The server's version, merged with pending preferences. */
  readonly $account: ReadableAtom<Account | undefined>
  /** Fetched if unknown from the sign-in. @throws Refusal */
  load(): Promise<Account>
  /** Fails silently: the known account stays. */
  refresh(): Promise<void>
  /** Shows preferences as if the server had accepted these changes, until the returned function is called. */
  showPending(changes: Values): () => void
  /** Takes the preferences that the server has now. A response to an earlier request may still arrive with older ones. */
  keepPreferences(preferences: Values): void
}

type Values = Readonly<Record<string, unknown>>

/** Preferences with changes applied; undefined removes one. */
export function merged(...all: readonly Values[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(Object.assign({}, ...all)).filter(([, value]) => value !== undefined))
}

const key = 'account'

export function openAccount({
  call,
  saved,
  known,
}: {
  call: Calls['call']
  saved: KeyValueStore
  known: Account | undefined
}): OwnAccount {
  const $account = atom(known)
  let server = known
  let pending: readonly Values[] = []
  let refreshes = 0
  let keptPreferences = 0

  function show(): void {
    const changes = pending.length > 0 ? { preferences: merged(server?.preferences ?? {}, ...pending) } : {}
    $account.set(server && { ...server, ...changes })
  }

  function take(account: Account): void {
    server = account
    show()
  }

  function keep(account: Account): void {
    take(account)
    const text = saved.read(key)
    // Only an account that a sign-in stored is replaced, and never by another person's or by one without its key.
    if (text === undefined || account.api_key === undefined || !isOf(text, account)) return
    try {
      saved.write(key, JSON.stringify(account))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // The older copy will do until next time.
    }
  }

  return {
    $account,
    async load() {
      const account = server ?? (await call(getMe, {}))
      take(account)
      return account
    },
    async refresh() {
      const own = ++refreshes
      const kept = keptPreferences
      try {
        const account = await call(getMe, {})
        if (own !== refreshes || account.iden !== server?.iden) return
        const { api_key, preferences } = server
        const isOlder = kept !== keptPreferences
        keep({ ...account, ...(api_key !== undefined && { api_key }), ...(isOlder && preferences && { preferences }) })
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
      }
    },
    showPending(changes) {
      pending = [...pending, changes]
      show()
      return () => {
        pending = pending.filter((other) => other !== changes)
        show()
      }
    },
    keepPreferences(preferences) {
      keptPreferences++
      if (server) take({ ...server, preferences })
    },
  }
}

function isOf(text: string, { iden, api_key }: Account): boolean {
  try {
    const saved = JSON.parse(text) as Partial<Account> | null
    return saved?.iden === iden && saved.api_key === api_key
  } catch {
    return false
  }
}
