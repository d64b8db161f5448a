// Declares what other apps share.

/** What another app shares. */
export interface SharedContent {
  title: string
  text: string
  url: string
  files: readonly File[]
  /** Whom the other app proposes to send it to: `me`, an email address, `devices/<iden>` or `following/<tag>`. */
  to?: string
}

/** What another app shares, as the database has it. */
export interface KeptShare extends SharedContent {
  /** Milliseconds since 1970. */
  at: number
  /** It was shared while nobody was signed in, and is shown after the next sign-in. */
  waits?: boolean
}
