/** A failed or refused fetch. The message is one sentence for the user who entered the address. */
export class FetchError extends Error {
  override name = 'FetchError'
}
