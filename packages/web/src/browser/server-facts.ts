// Holds the server settings made by administrators, as the server wrote them into the page or reported them since.

import { atom, computed, type ReadableAtom } from 'nanostores'

interface ServerFacts {
  name: string
  /** Undefined for the logo. */
  picture: string | undefined
  /** Every account has all of Pro. */
  plansOff: boolean
  /** No way to pay for Pro is configured. */
  unsold: boolean
  localOff: boolean
  linkPreviewsOff: boolean
  signUp: 'open' | 'invite' | 'closed'
}

const written = (name: string) =>
  globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || undefined

const signUpOf = (word: string | undefined) => (word === 'invite' || word === 'closed' ? word : 'open')

const $facts = atom<ServerFacts>({
  name: written('server-name') ?? 'Waypost',
  picture: written('server-picture'),
  plansOff: written('plans') === 'off',
  unsold: written('payments') === 'none',
  localOff: written('local-sign-in') === 'off',
  linkPreviewsOff: written('link-previews') === 'off',
  signUp: signUpOf(written('sign-up')),
})

export const $server: ReadableAtom<ServerFacts> = $facts

/** Whether Pro can be bought here. If not, nothing offers it. */
export const $proOffered: ReadableAtom<boolean> = computed($facts, ({ plansOff, unsold }) => !plansOff && !unsold)

/** Overrides the facts written into the page. */
export function showServer(facts: Partial<ServerFacts>): void {
  const before = $facts.get()
  const after = { ...before, ...facts }
  if (Object.entries(after).some(([name, value]) => before[name as keyof ServerFacts] !== value)) $facts.set(after)
}
