// Declares the interface of mail transports and the job that sends mail.

/** A plain text mail to one person. */
export interface Message {
  to: string
  subject: string
  text: string
  /** The Reply-To address, if replies should not go to the server. */
  replyTo?: string
}

/** A mail transport. Mail is sent by a job, so that nothing is lost while a mail server is unreachable. */
export interface Mail {
  /** @throws the mail server's error; the job is retried */
  send(message: Message): Promise<void>
  close(): Promise<void>
}

/** The type of the jobs that send mail; their payload is a `Message`. */
export const mailJob = 'mail'
