/** What will not or cannot be fetched. The message is one sentence for the person who gave the address. */
export class FetchError extends Error {
  override name = 'FetchError'
}
