/** Placeholder for the server's name in subjects and texts. It is filled in when an email is sent. */
export const serverName = '{{name of the server}}'

/** A plain text mail to one person; `serverName` in it is filled in. */
export interface Message {
  to: string
  subject: string
  text: string
  /** The Reply-To address, if replies should not go to the server. */
  replyTo?: string
  /** How the recipient stops such mail; absent if the recipient asked for it. */
  unsubscribe?: UnsubscribeLinks
}

export interface UnsubscribeLinks {
  /** A page that stops the mail when it is opened. */
  page: string
  /** Mail programs POST here (https://www.rfc-editor.org/rfc/rfc8058). */
  oneClick: string
}

/** A mail transport. Mail is sent by a job, so that nothing is lost while a mail server is unreachable. */
export interface Mail {
  /** The transport: the host and port of the mail server, or the path of the folder. */
  readonly about: { way: 'smtp' | 'folder'; where: string }
  /** @returns the mail server's response, or the name of the file @throws the mail server's error; the job is retried */
  send(message: Message): Promise<string>
  close(): Promise<void>
}

/** The type of the jobs that send mail; their payload is a `Message`. */
export const mailJob = 'mail'
