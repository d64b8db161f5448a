/** An error for the user. The message is whole sentences for the terminal. */
export class UserError extends Error {
  override readonly name = 'UserError'
}
