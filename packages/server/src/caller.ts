import type { Scope } from '@waypost/protocol'
import type { Micros } from './change.ts'

/** A person with an account. */
export interface Account {
  iden: string
  created: Micros
  modified: Micros
  email: string
  email_normalized: string
  name: string | null
  image_url: string | null
  /** 1 for administrators; the first account is one. */
  admin: number
  /** 0 while the owner has not proved that the address is theirs. */
  email_proven: number
}

/** The account and token that a call is made with. */
export interface Caller {
  account: Account
  token: string
  /** The OAuth client that the token was issued to; null for the person's own tokens. */
  client: string | null
  /** Whether the token is a sign-in, not one made for a program or an app. */
  session: boolean
  scopes: readonly Scope[]
  expires: Micros | null
  /** The administrator who opened the session to help the account's owner; null for the owner's own tokens. */
  support: string | null
}

/**
 * Finds the caller of a token, synchronously when it is cached; undefined for an unknown token.
 * @throws Refusal `account_suspended`, always from the promise
 */
export type FindCaller = (token: string) => Caller | undefined | Promise<Caller | undefined>
