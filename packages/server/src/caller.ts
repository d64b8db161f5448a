/** A person with an account. Stamps in microseconds. */
export interface Account {
  iden: string
  created: number
  modified: number
  email: string
  email_normalized: string
  name: string | null
  image_url: string | null
  /** 1 for those who may look after the server; the first account is one. */
  admin: number
}

/** Whose token came with a call. */
export interface Caller {
  account: Account
  /** The hash under which the token is kept. */
  token: string
  /** The OAuth client that the token was given to; null for one of the person's own. */
  client: string | null
}

/** Finds the caller of a token, at once when it was found before; undefined when no account has it. */
export type FindCaller = (token: string) => Caller | undefined | Promise<Caller | undefined>
