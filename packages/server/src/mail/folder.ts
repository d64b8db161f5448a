// Writes emails to files, for installations without a mail server.

import { randomBytes } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { privateFile, privateFolder } from '../private-files.ts'
import type { Mail } from './mail.ts'
import { envelopeOf, type Sender } from './rules.ts'

/** Returns a mailer that writes each email to an `.eml` file, which mail programs can open. Names sort by time. */
export function mailInFolder(folder: string, from: () => Sender): Mail {
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
