// Holds what administrators have set for this server, as the server wrote it into the page or said it since.

import { atom, type ReadableAtom } from 'nanostores'

/** The name and the picture of the server, whether it has no plans, and whether it takes no passwords. */
interface ServerFacts {
  name: string
  /** The URL of the picture; undefined for the logo. */
  picture: string | undefined
  plansOff: boolean
  localOff: boolean
}

const written = (name: string) =>
  globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || undefined

const $facts = atom<ServerFacts>({
  name: written('server-name') ?? 'Waypost',
  picture: written('server-picture'),
  plansOff: written('plans') === 'off',
  localOff: written('local-sign-in') === 'off',
})

export const $server: ReadableAtom<ServerFacts> = $facts

/** Shows other facts than those that are written into the page. */
export function showServer(facts: Partial<ServerFacts>): void {
  const before = $facts.get()
  const after = { ...before, ...facts }
  if (Object.entries(after).some(([name, value]) => before[name as keyof ServerFacts] !== value)) $facts.set(after)
}
