// The command line's commands for running the server.

import { rmSync } from 'node:fs'
import { type FileHandle, open, readFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { Refusal, type setServerSettings, settingNames, type Taken } from '@waypost/protocol'
import { audit } from '../audit/rows.ts'
import { cleanSqlite } from '../db/sqlite-clean.ts'
import type { AdminCommandDeps } from '../deps.ts'
import { privateFile } from '../private-files.ts'
import { allSettings } from '../settings/rows.ts'
import { chosenOf, settingsShown } from '../settings/rules.ts'
import { settingsChangedJob, writeSettings } from '../settings/settings.ts'
import { backupOf } from './backup.ts'
import { checkSettings, detailsOfSettings, readSetting } from './settings-rules.ts'

/** Commands of `npm start -- admin`. */
export const operationCommands = {
  backup: {
    takes: 'FILE',
    does: 'Writes a backup of the database and the files to a zip file, also while the server runs.',
    async run([file = '']: readonly string[], { db, config }: AdminCommandDeps) {
      if (config.databaseUrl !== undefined) throw new Refusal('no_backup')
      const target = (await makeFile(file)).createWriteStream()
      // A partial backup is worse than none, even after a signal.
      const remove = () => rmSync(file, { force: true })
      process.once('exit', remove)
      try {
        await db.write((tx) => audit(tx, { act: 'backup', by: 'command line' }))
        await pipeline(await backupOf(config.data, { files: true }), target)
      } catch (error) {
        remove()
        throw error
      } finally {
        process.off('exit', remove)
      }
      const bytes = target.bytesWritten
      const rest = config.s3 === undefined ? '' : ' Files are in S3: use its own tools for them.'
      return `${file} has the backup: ${(bytes / 2 ** 20).toFixed(1)} MB.${rest} It contains everything that people sent: protect it.`
    },
  },
  clean: {
    takes: '',
    does: 'Writes the database anew, so that nothing is left of what was deleted. Stop the server first: it cannot save anything meanwhile.',
    async run(_words: readonly string[], { config }: AdminCommandDeps) {
      if (config.databaseUrl !== undefined)
        throw new Refusal('forbidden', 'PostgreSQL has its own command for that: VACUUM FULL.')
      cleanSqlite(config.data)
      return 'Nothing of what was deleted is left in the database. Backups and snapshots still have what was there when they were made.'
    },
  },
  settings: {
    takes: '',
    does: 'Prints the settings of the server, and where each value comes from.',
    async run(_words: readonly string[], { db, config, origin }: AdminCommandDeps) {
      const shown = settingsShown(chosenOf(await allSettings(db)), config, origin)
      return settingNames
        .map((name) => {
          const { value, source, variable } = shown[name]
          return `${name} = ${value ?? 'none'}  (${variable ?? source})`
        })
        .join('\n')
    },
  },
  set: {
    takes: 'NAME VALUE',
    does: `Changes a setting of the server, also while it runs: ${settingNames.join(', ')}. The value \`default\` returns it to its default; a picture is a path.`,
    async run([name = '', word = '']: readonly string[], { db, jobs, config }: AdminCommandDeps) {
      const changes = await changesOf(name, word)
      await checkSettings(changes, { db, config, plans: chosenOf(await allSettings(db)).plans ?? config.plans })
      await db.write(async (tx) => {
        await writeSettings(tx, changes)
        await audit(tx, { act: 'settings', by: 'command line', details: detailsOfSettings(changes) })
        await jobs.add(tx, settingsChangedJob)
      })
      return `${name} is ${word === 'default' ? 'at its default' : word} now.`
    },
  },
}

/** Creates a file that only the server's user can read. @throws Refusal `invalid_param` if it exists */
async function makeFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', privateFile)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw Refusal.param('FILE', `The file ${path} already exists. Choose another name.`)
  }
}

async function changesOf(name: string, word: string): Promise<Omit<Taken<typeof setServerSettings>, 'defaults'>> {
  if (!settingNames.some((known) => known === name))
    throw Refusal.param('NAME', `There is no setting ${name}. Settings: ${settingNames.join(', ')}.`)
  if (word === 'default') return { [name]: null }
  const text = name === 'picture' ? `data:image/png;base64,${(await readFile(word)).toString('base64')}` : word
  const value = readSetting(name, text)
  if (value === undefined) throw Refusal.param('VALUE', `${word} is not a valid value for ${name}.`)
  return { [name]: value }
}
