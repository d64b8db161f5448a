/** Makes unreadable to the server what only the own devices may read. */
export interface Seal {
  /** What a sealed ephemeral holds, or undefined when it cannot be opened. */
  open(ephemeral: Record<string, unknown>): Promise<Ephemeral | undefined>
  /** The sealed form; answers the same object while there is no password. */
  close(ephemeral: Ephemeral): Promise<Record<string, unknown>>
}

/** Something that passes through the live stream, e.g. `mirror`, `dismissal`, `sms_changed`, `pong`, `remote_directory`. */
export interface Ephemeral {
  type: string
  [field: string]: unknown
}
