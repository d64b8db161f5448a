import { fillAccounts, fillChannel } from '@waypost/server/test-server'

export interface Person {
  iden: string
  email: string
  token: string
}

/** Accounts that `prepare` creates in a store before its server starts. Creating them through the API would mostly measure password hashing. */
export function people(count: number) {
  const made: Person[] = []
  const prepare = async (store: string) => void made.push(...(await fillAccounts(store, count)))
  return {
    people: made,
    prepare,
    /** Also creates the channel `bench` of the first person, which everyone else follows. */
    async prepareChannel(store: string) {
      await prepare(store)
      const [owner, ...followers] = made.map(({ iden }) => iden) as [string, ...string[]]
      await fillChannel(store, 'bench', owner, followers)
    },
  }
}
