/** Content shared by another app. */
export interface SharedContent {
  title: string
  text: string
  url: string
  files: readonly File[]
  /** The recipient proposed by the other app: `me`, an email address, `devices/<iden>` or `following/<tag>`. */
  to?: string
}

/** A share as stored in the database. */
export interface KeptShare extends SharedContent {
  /** Milliseconds since 1970. */
  at: number
  /** Shared while nobody was signed in, so shown after the next sign-in. */
  waits?: boolean
}
