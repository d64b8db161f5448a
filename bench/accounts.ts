// Creates the accounts that a benchmark needs.

import { fillAccounts } from '@waypost/server/test-server'

export interface Person {
  iden: string
  email: string
  token: string
}

/** Creates accounts in a store before its server starts. Creating them through the API would mostly measure password hashing. */
export function people(count: number): { people: Person[]; prepare(store: string): Promise<void> } {
  const made: Person[] = []
  return { people: made, prepare: async (store) => void made.push(...(await fillAccounts(store, count))) }
}
