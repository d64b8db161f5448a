/** An error for the user. Its message consists of whole sentences for the terminal. */
export class UserError extends Error {
  override readonly name = 'UserError'
}
