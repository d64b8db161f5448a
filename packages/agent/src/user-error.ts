/** A command that cannot do what it was asked. The message is for the person at the terminal: whole sentences. */
export class UserError extends Error {
  override readonly name = 'UserError'
}
