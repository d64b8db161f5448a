import { type Account, getPermanent, preferencesKey, Refusal, setPermanent } from '@waypost/protocol'
import { computed, type ReadableAtom, type WritableAtom } from 'nanostores'
import type { Calls } from './call.ts'
import type { Failures } from './failure.ts'
import type { Preferences } from './live.ts'

interface Parts {
  call: Calls['call']
  failures: Failures
  $account: WritableAtom<Account | undefined>
}

type Values = Readonly<Record<string, unknown>>

/** They stand in the account, which tells every client when they change. */
export function openPreferences({ call, failures, $account }: Parts): Preferences {
  const $all: ReadableAtom<Values | undefined> = computed($account, (account) => account && (account.preferences ?? none))
  let last: Promise<unknown> = Promise.resolve()

  function show(preferences: Values): void {
    const account = $account.get()
    if (account) $account.set({ ...account, preferences })
  }

  async function load(): Promise<Values> {
    return (await call(getPermanent, { key: preferencesKey })).data
  }

  async function write(changes: Values): Promise<boolean> {
    let known: Values | undefined
    return failures.attempt('updating', 'Account', async () => {
      try {
        // Another client may have changed others of them.
        known = await load()
        const data = changed(known, changes)
        await call(setPermanent, { key: preferencesKey, data })
        show(data)
      } catch (error) {
        if (error instanceof Refusal) show(known ?? reverted)
        throw error
      }
    })
  }
  let reverted: Values = none

  return {
    $all,
    async load() {
      await last
      show(await load())
    },
    set(changes) {
      const before = $all.get() ?? none
      const work = last.then(() => {
        reverted = before
        return write(changes)
      })
      last = work.catch(() => {})
      show(changed(before, changes))
      return work
    },
  }
}

const none: Values = {}

function changed(values: Values, changes: Values): Record<string, unknown> {
  return Object.fromEntries(Object.entries({ ...values, ...changes }).filter(([, value]) => value !== undefined))
}
