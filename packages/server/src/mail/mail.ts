/** A mail to one person. Plain text; links stand in it as they are. */
export interface Message {
  to: string
  subject: string
  text: string
  /** Whose answer it wants, when not the server's own. */
  replyTo?: string
}

/** The way out for mail. Senders go through a job, so that a mail server that is away loses nothing. */
export interface Mail {
  /** @throws the mail server's error; the job tries again */
  send(message: Message): Promise<void>
  close(): Promise<void>
}

/** The type of the jobs that send mail; their payload is a `Message`. */
export const mailJob = 'mail'
