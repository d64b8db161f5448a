/** Encrypts data for the account's devices only. */
export interface Seal {
  /** The content of an encrypted ephemeral, or undefined if it cannot be decrypted. */
  open(ephemeral: Record<string, unknown>): Promise<Ephemeral | undefined>
  /** The encrypted form; returns the same object while there is no password. */
  close(ephemeral: Ephemeral): Promise<Record<string, unknown>>
}

/** A message that the live stream relays without storing it, e.g. `mirror`, `dismissal`, `sms_changed`, `pong`, `remote_directory`. */
export interface Ephemeral {
  type: string
  [field: string]: unknown
}
