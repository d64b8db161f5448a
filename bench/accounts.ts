import { fillAccounts } from '@waypost/server/test-server'

export interface Person {
  iden: string
  email: string
  token: string
}

/** Makes accounts in a data folder before its server starts: a thousand password hashes would measure only themselves. */
export function people(count: number): { people: Person[]; prepare(folder: string): Promise<void> } {
  const made: Person[] = []
  return { people: made, prepare: async (folder) => void made.push(...(await fillAccounts(folder, count))) }
}
