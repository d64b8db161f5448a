import { type Account, getMe, Refusal } from '@waypost/protocol'
import { atom, type WritableAtom } from 'nanostores'
import type { Calls } from './call.ts'
import type { Saved } from './saved.ts'

/** Whose client this is. */
export interface OwnAccount {
  readonly $account: WritableAtom<Account | undefined>
  /** The account, asked for when it is not known from the sign-in. @throws Refusal */
  load(): Promise<Account>
  /** Fetches it anew. Fails silently: what was known stays. */
  refresh(): Promise<void>
}

/** Where a browser keeps the account from sign-in to sign-out. */
const key = 'account'

export function openAccount({
  call,
  saved,
  known,
}: {
  call: Calls['call']
  saved: Saved
  known: Account | undefined
}): OwnAccount {
  const $account = atom(known)
  let asked = 0

  function keep(account: Account): void {
    $account.set(account)
    const text = saved.read(key)
    // Only what a sign-in put there is renewed, and never with another person's or without its key.
    if (text === undefined || account.api_key === undefined || !isOf(text, account)) return
    try {
      saved.write(key, JSON.stringify(account))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // The older one will do until the next time.
    }
  }

  return {
    $account,
    async load() {
      const account = $account.get() ?? (await call(getMe, {}))
      $account.set(account)
      return account
    },
    async refresh() {
      const own = ++asked
      try {
        const account = await call(getMe, {})
        const before = $account.get()
        if (own !== asked || account.iden !== before?.iden) return
        keep(before.api_key === undefined ? account : { ...account, api_key: before.api_key })
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
      }
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
