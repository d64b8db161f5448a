import { randomBytes } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { normalizeEmail } from '@waypost/protocol'
import type { Config } from '../config.ts'
import type { Db } from '../db/db.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { privateFile, privateFolder } from '../private-files.ts'
import { type Mail, type Message, mailJob } from './mail.ts'
import { hasStoppedMail, keepRefused } from './rows.ts'
import { envelopeOf, isFinal, type Sender, subjectShown, whyNotSent } from './rules.ts'

const concurrency = 5

/** Opens the configured mail transport: a mail server, or files in the data folder. @param name the sender's name */
export async function openMail(config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'data'>, name: () => string): Promise<Mail> {
  const from = () => ({ name: name(), address: config.mailFrom })
  if (config.smtpUrl !== undefined) return (await import('./smtp.ts')).mailOverSmtp(config.smtpUrl, from)
  return mailInFolder(join(config.data, 'mail'), from)
}

/** Registers the job that sends mail. Permanently refused emails are not retried, but listed without text. Cancelled ones are dropped. */
export function handleMail(jobs: Jobs, db: Db, mail: Mail, name: () => string): void {
  jobs.handle<Message>(
    mailJob,
    async (message) => {
      if (message.unsubscribe && (await hasStoppedMail(db, normalizeEmail(message.to)))) return undefined
      try {
        await mail.send(message)
      } catch (error) {
        if (!isFinal(error)) throw error
        const refused = {
          recipient: message.to,
          subject: subjectShown(message, name()),
          error: whyNotSent(error, mail.about.where),
        }
        await db.write((tx) => keepRefused(tx, refused))
      }
      return undefined
    },
    concurrency,
  )
}

/** Returns a mailer that writes each email to an `.eml` file, which mail programs can open. Names sort by time. */
function mailInFolder(folder: string, from: () => Sender): Mail {
  return {
    about: { way: 'folder', where: folder },
    async send(message) {
      // Loaded with the first email: many such servers never send one.
      const { createTransport } = await import('nodemailer')
      const writer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
      const { message: bytes } = await writer.sendMail(envelopeOf(message, from()))
      await mkdir(folder, { recursive: true, mode: privateFolder })
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}`
      // Renamed when complete, so that listings have no partial files.
      await writeFile(join(folder, `${name}.part`), bytes as Buffer, { mode: privateFile })
      await rename(join(folder, `${name}.part`), join(folder, `${name}.eml`))
      return `${name}.eml`
    },
    close: async () => {},
  }
}
