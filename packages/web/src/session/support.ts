// Holds whether an administrator is signed in to this account for support.

import { atom } from 'nanostores'

/** A session of an administrator in another person's account. */
interface SupportSession {
  /** The person's name or email address. */
  name: string
  /** Ends it, and returns to the administrator's own account. */
  end: () => void
}

/** Set if the page was loaded in such a session; every page then says so. */
export const $supportSession = atom<SupportSession | undefined>()
