// Loads and changes the account's settings for web clients.

import { getPermanent, preferencesKey, setPermanent } from '@waypost/protocol'
import { computed, type ReadableAtom } from 'nanostores'
import type { Calls } from '../ground/call.ts'
import type { Failures } from '../ground/failure.ts'
import { merged, type OwnAccount } from './account.ts'

export interface Preferences {
  /** Undefined until loaded. */
  readonly $all: ReadableAtom<Readonly<Record<string, unknown>> | undefined>
  /** @throws Refusal */
  load(): Promise<void>
  /**
   * Changes some of them at once; undefined removes one. If the server refuses, reverts them and reports 'Error updating Account' to
   * `onFailure`.
   */
  set(changes: Readonly<Record<string, unknown>>): Promise<boolean>
}

interface Deps {
  call: Calls['call']
  failures: Failures
  account: OwnAccount
}

/** Preferences are part of the account, whose changes are sent to every session. */
export function openPreferences({ call, failures, account }: Deps): Preferences {
  let last: Promise<unknown> = Promise.resolve()

  async function load(): Promise<Record<string, unknown>> {
    const { data } = await call(getPermanent, { key: preferencesKey })
    account.keepPreferences(data)
    return data
  }

  async function write(changes: Readonly<Record<string, unknown>>): Promise<boolean> {
    return failures.attempt('updating', 'Account', async () => {
      // Another session may have changed other preferences.
      const data = merged(await load(), changes)
      await call(setPermanent, { key: preferencesKey, data })
      account.keepPreferences(data)
    })
  }

  return {
    $all: computed(account.$account, (known) => known && (known.preferences ?? none)),
    async load() {
      await last
      await load()
    },
    set(changes) {
      const stop = account.showPending(changes)
      const work = last.then(() => write(changes)).finally(stop)
      last = work.catch(() => {})
      return work
    },
  }
}

const none = {}
