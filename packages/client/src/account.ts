import { type Account, getMe, Refusal } from '@waypost/protocol'
import { atom, type ReadableAtom } from 'nanostores'
import type { Calls } from './call.ts'
import type { Saved } from './saved.ts'

/** Whose client this is. */
export interface OwnAccount {
  /** As the server has it, with the preferences that are on their way there. */
  readonly $account: ReadableAtom<Account | undefined>
  /** The account, asked for when it is not known from the sign-in. @throws Refusal */
  load(): Promise<Account>
  /** Fetches it again. Fails silently: what was known stays. */
  refresh(): Promise<void>
  /** Shows preferences as if the server had taken these changes, until the function that it returns is called. */
  expect(changes: Preferences): () => void
  /** The server has these preferences now. Drops answers to what was asked earlier, which may still have others. */
  keepPreferences(preferences: Preferences): void
}

type Preferences = Readonly<Record<string, unknown>>

/** Preferences with changes, of which undefined removes one. */
export function merged(...all: readonly Preferences[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(Object.assign({}, ...all)).filter(([, value]) => value !== undefined))
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
  let server = known
  let expected: readonly Preferences[] = []
  let asked = 0

  function show(): void {
    const changes = expected.length > 0 ? { preferences: merged(server?.preferences ?? {}, ...expected) } : {}
    $account.set(server && { ...server, ...changes })
  }

  function take(account: Account): void {
    server = account
    show()
  }

  function keep(account: Account): void {
    take(account)
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
      const account = server ?? (await call(getMe, {}))
      take(account)
      return account
    },
    async refresh() {
      const own = ++asked
      try {
        const account = await call(getMe, {})
        if (own !== asked || account.iden !== server?.iden) return
        keep(server.api_key === undefined ? account : { ...account, api_key: server.api_key })
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
      }
    },
    expect(changes) {
      expected = [...expected, changes]
      show()
      return () => {
        expected = expected.filter((other) => other !== changes)
        show()
      }
    },
    keepPreferences(preferences) {
      asked++
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
