import { fillAccounts } from '@waypost/server/test-server'

export interface Person {
  iden: string
  email: string
  token: string
}

/** Makes accounts in a store before its server starts: a thousand password hashes would measure only themselves. */
export function people(count: number): { people: Person[]; prepare(store: string): Promise<void> } {
  const made: Person[] = []
  return { people: made, prepare: async (store) => void made.push(...(await fillAccounts(store, count))) }
}
