import { randomBytes } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { privateFile, privateFolder } from '../private-files.ts'
import type { Mail } from './mail.ts'
import { envelopeOf } from './rules.ts'

/** Mail for a server without a mail server: each one becomes a file that mail programs open, the earliest first by name. */
export function mailInFolder(folder: string, from: string): Mail {
  const writer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(message) {
      const { message: bytes } = await writer.sendMail(envelopeOf(message, from))
      await mkdir(folder, { recursive: true, mode: privateFolder })
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}`
      // Whoever lists the folder sees whole mails only.
      await writeFile(join(folder, `${name}.part`), bytes as Buffer, { mode: privateFile })
      await rename(join(folder, `${name}.part`), join(folder, `${name}.eml`))
    },
    close: async () => {},
  }
}
